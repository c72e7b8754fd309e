import { useEffect, useSyncExternalStore } from 'react';

/** What a page shows that its address does not tell: the statement in the editor, how it failed, a finding. */
export type PageSubject = {
  sql?: string | undefined;
  error?: string | undefined;
  sqlState?: string | undefined;
  findingId?: string | undefined;
};

const nothing: PageSubject = {};
/** Of several that are open the one opened last is in sight. */
let open: readonly PageSubject[] = [];
const listeners = new Set<() => void>();

function put(subjects: readonly PageSubject[]): void {
  open = subjects;
  for (const listener of listeners) listener();
}

/** Whoever shows something tells it, for as long as it is open. */
export function useTellPageSubject({ sql, error, sqlState, findingId }: PageSubject): void {
  useEffect(() => {
    const subject = { sql, error, sqlState, findingId };
    put([...open, subject]);
    return () => put(open.filter((one) => one !== subject));
  }, [sql, error, sqlState, findingId]);
}

export function usePageSubject(): PageSubject {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open.at(-1) ?? nothing,
  );
}
