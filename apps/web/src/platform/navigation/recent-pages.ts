import { type RecentPage, recentPageRoutes, thingAt } from '@causeway/contract/recent-pages.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { keepHere } from '#platform/keep-here.ts';

/**
 * What a user opened lately, newest first: at once from this browser, and from others as soon as the
 * server has told.
 */
const MOST = 30;
const listeners = new Set<() => void>();

const recentPagesQuery = queryOptions({
  queryKey: ['recent-pages'],
  queryFn: ({ signal }) => api.call(recentPageRoutes.list, undefined, { signal }),
  staleTime: 30_000,
  retry: false,
});

export function useRecentPages(userId: string): { pages: RecentPage[]; isPending: boolean } {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)));
  const { data, isFetched } = useQuery(recentPagesQuery);
  const own = parse(stored);
  // What comes later than the first paint would move what stands below it.
  const [waits] = useState(() => own.length === 0);
  const [known] = useState(data);
  const elsewhere = (waits ? data : known) ?? [];
  return { pages: mergePages([...own, ...elsewhere]), isPending: waits && !isFetched };
}

/** Each thing once, as it was seen last. */
export function mergePages(pages: RecentPage[]): RecentPage[] {
  const byThing = new Map<string, RecentPage>();
  for (const page of pages.toSorted(newestFirst)) {
    const thing = thingAt(page.url);
    const known = byThing.get(thing);
    if (!known) byThing.set(thing, page);
    else if (known.name === '') byThing.set(thing, { ...known, name: page.name });
  }
  return [...byThing.values()].slice(0, MOST);
}

function newestFirst(one: RecentPage, other: RecentPage): number {
  if (one.at === other.at) return 0;
  return one.at < other.at ? 1 : -1;
}

export function rememberPage(userId: string, url: string, name = ''): void {
  const page = { url, name, at: new Date().toISOString() };
  keep(userId, mergePages([page, ...listRecentPages(userId)]));
}

/** Other browsers learn of it; whether they do is no matter of the page that is open. */
export function tellRecentPage(url: string, name: string): void {
  api.call(recentPageRoutes.remember, { body: { url, name } }).catch(() => {});
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
  keep(userId, mergePages(pages));
}

export function listRecentPages(userId: string): RecentPage[] {
  return parse(localStorage.getItem(keyOf(userId)));
}

function keep(userId: string, pages: RecentPage[]): void {
  keepHere(keyOf(userId), JSON.stringify(pages));
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
    return Array.isArray(pages) ? pages.flatMap(readPage) : [];
  } catch {
    return [];
  }
}

function readPage(page: unknown): RecentPage[] {
  const { url, at, name } = (page ?? {}) as Partial<RecentPage>;
  const isPage = typeof url === 'string' && typeof at === 'string';
  return isPage ? [{ url, at, name: typeof name === 'string' ? name : '' }] : [];
}

function keyOf(userId: string): string {
  return `causeway.recent.${userId}`;
}
