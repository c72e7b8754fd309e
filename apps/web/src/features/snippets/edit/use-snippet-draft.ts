import { useState } from 'react';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { isSameDraft, type SnippetDraft } from './draft.ts';

type Kept = { version: number; draft: SnippetDraft };

/**
 * What is typed lies in this browser until the server has it, so leaving the page or losing the line
 * loses nothing. It knows the version it was made on: a newer one is a conflict, not overwritten.
 */
export function useSnippetDraft(id: string, saved: Kept, start: SnippetDraft = saved.draft) {
  const { id: userId } = useCurrentUser();
  const key = `causeway.snippet.${userId}.${id}`;
  const [kept] = useState(() => readKept(key));
  const [state, setState] = useState<Kept>(kept ?? { version: saved.version, draft: start });
  const isChanged = !isSameDraft(state.draft, saved.draft);
  useUnsavedWork(isChanged);

  function keep(next: Kept) {
    setState(next);
    localStorage.setItem(key, JSON.stringify(next));
  }

  return {
    draft: state.draft,
    version: state.version,
    isChanged,
    /** What was typed another time is on screen again. */
    isRestored: kept !== undefined && isChanged,
    change: (change: Partial<SnippetDraft>) =>
      keep({ ...state, draft: { ...state.draft, ...change } }),
    /** Goes on with what is typed, on top of what somebody else saved. */
    rebase: (version: number) => keep({ ...state, version }),
    /** The server has it, or it is not wanted any more. */
    settle: (next: Kept) => {
      localStorage.removeItem(key);
      setState(next);
    },
  };
}

export type UsedDraft = ReturnType<typeof useSnippetDraft>;

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}
