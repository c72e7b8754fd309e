import { useSyncExternalStore } from 'react';

/** What a user opened lately, newest first. A convenience of this browser, not worth a server call. */
export type RecentPage = { url: string; at: string };

const MOST = 30;
const listeners = new Set<() => void>();

export function useRecentPages(userId: string): RecentPage[] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)));
  return parse(stored);
}

export function rememberPage(userId: string, url: string): void {
  const others = listRecentPages(userId).filter((page) => page.url !== url);
  const pages = [{ url, at: new Date().toISOString() }, ...others].slice(0, MOST);
  keep(userId, pages);
}

/** Pages that are found at another address now; `findMoved` knows nothing of those that stay. */
export function moveRecentPages(
  userId: string,
  findMoved: (url: string) => string | undefined,
): void {
  const pages = listRecentPages(userId).map((page) => ({
    ...page,
    url: findMoved(page.url) ?? page.url,
  }));
  const isNewest = ({ url }: RecentPage, place: number) =>
    pages.findIndex((page) => page.url === url) === place;
  keep(userId, pages.filter(isNewest));
}

export function listRecentPages(userId: string): RecentPage[] {
  return parse(localStorage.getItem(keyOf(userId)));
}

function keep(userId: string, pages: RecentPage[]): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(pages));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function parse(stored: string | null): RecentPage[] {
  if (!stored) return [];
  try {
    const pages: unknown = JSON.parse(stored);
    return Array.isArray(pages) ? pages.filter(isRecentPage) : [];
  } catch {
    return [];
  }
}

function isRecentPage(page: unknown): page is RecentPage {
  const { url, at } = (page ?? {}) as Partial<RecentPage>;
  return typeof url === 'string' && typeof at === 'string';
}

function keyOf(userId: string): string {
  return `causeway.recent.${userId}`;
}
