import { useState } from 'react';
import { keepHere } from '#platform/keep-here.ts';
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
  const keyOf = (snippetId: string) => `causeway.snippet.${userId}.${snippetId}`;
  const key = keyOf(id);
  const [kept] = useState(() => readKept(key));
  const [state, setState] = useState<Kept>(kept ?? { version: saved.version, draft: start });
  const isChanged = !isSameDraft(state.draft, saved.draft);
  useUnsavedWork(isChanged);

  function keep(next: Kept) {
    setState(next);
    keepHere(key, JSON.stringify(next));
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
    /** It is not wanted any more. */
    settle: (next: Kept) => {
      localStorage.removeItem(key);
      setState(next);
    },
    /**
     * The server has what was sent. What was typed since goes on from there, at the address that the
     * snippet has now; says whether there is anything.
     */
    taken: (next: Kept, { sent, by }: { sent: SnippetDraft; by: string }): boolean => {
      const isTyped = state.draft !== sent;
      const now = isTyped ? { version: next.version, draft: state.draft } : next;
      localStorage.removeItem(key);
      if (isTyped) keepHere(keyOf(by), JSON.stringify(now));
      setState(now);
      return isTyped;
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
