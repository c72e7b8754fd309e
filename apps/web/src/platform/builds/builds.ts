import { useSyncExternalStore } from 'react';
import { hasUnsavedWork } from '#platform/navigation/unsaved-work.ts';

// Filled in by the build, see vite.config.ts.
declare const BUILD_ID: string;

export const RELOAD_GUARD_MS = 10_000;
const POLL_MS = 60_000;
const LAST_RELOAD_KEY = 'causeway.reloadedAt';

/** Of the page that is shown. */
export function buildId(): string {
  return BUILD_ID;
}

let newerBuild = false;
const listeners = new Set<() => void>();

export function useNewerBuild(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => newerBuild,
  );
}

export function isNewerBuildThere(): boolean {
  return newerBuild;
}

/** Looks for a newer build every minute and whenever the page is shown again. */
export function watchBuilds(): void {
  if (BUILD_ID === 'development') return;
  setInterval(() => void lookForBuild(), POLL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForBuild();
  });
}

export async function lookForBuild(ownId = BUILD_ID): Promise<void> {
  try {
    const response = await globalThis.fetch('/builds/latest.json', { cache: 'no-store' });
    const latest = (await response.json()) as { id?: unknown };
    if (typeof latest.id !== 'string' || latest.id === ownId) return;
    newerBuild = true;
    for (const listener of listeners) listener();
  } catch (error) {
    console.warn('The build manifest could not be loaded', error);
  }
}

/**
 * Reloads at most once in 10 s, so a page that keeps failing never reloads forever, and never while
 * something is unsaved. Says whether it did.
 */
export function reloadGuarded(href: string = location.href): boolean {
  const last = Number(sessionStorage.getItem(LAST_RELOAD_KEY) ?? 0);
  if (Date.now() - last < RELOAD_GUARD_MS || hasUnsavedWork()) return false;
  sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  location.assign(href);
  if (new URL(href, location.href).hash) location.reload();
  return true;
}
