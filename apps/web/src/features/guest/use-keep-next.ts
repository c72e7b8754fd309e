import { useSearch } from '@tanstack/react-router';

/** Carries the page that was asked for along between the guest pages. */
export function useKeepNext(): (path: string) => string {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  return (path) => (typeof next === 'string' ? `${path}?${new URLSearchParams({ next })}` : path);
}
