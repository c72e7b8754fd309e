import { useEffect, useSyncExternalStore } from 'react';

/** What a page shows that its address does not tell: the statement in the editor, how it failed. */
export type PageSubject = {
  sql?: string | undefined;
  error?: string | undefined;
  sqlState?: string | undefined;
};

const nothing: PageSubject = {};
let current = nothing;
const listeners = new Set<() => void>();

function put(subject: PageSubject): void {
  current = subject;
  for (const listener of listeners) listener();
}

/** A page tells what it shows, for as long as it is open. */
export function useTellPageSubject({ sql, error, sqlState }: PageSubject): void {
  useEffect(() => {
    put({ sql, error, sqlState });
    return () => put(nothing);
  }, [sql, error, sqlState]);
}

export function usePageSubject(): PageSubject {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
