import {
  dashboardVersionRoutes,
  type DraftContent as KeptContent,
} from '@causeway/contract/dashboards/versions.ts';
import { useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { isSame } from './merge-tiles.ts';

export type Place = { projectId: string; dashboardId: string };
type Kept = { baseVersion: number; content: KeptContent };

/**
 * - kept: the server has all of it
 * - waiting: it is about to be told
 * - failed: it could not be told, and is tried again
 * - elsewhere: another window of the same person kept something else
 */
export type KeepState = 'kept' | 'waiting' | 'failed' | 'elsewhere';

const PAUSE_MS = 700;
const AGAIN_MS = 5_000;

/** Tells the server what is arranged, a moment after the last change, one call after the other. */
export function useDraftKeeper(place: Place, revision: number) {
  const [state, setState] = useState<KeepState>('kept');
  const [keeper] = useState(() => makeKeeper(place, revision, setState));
  useEffect(() => () => void keeper.flush(), [keeper]);
  return { state, ...keeper };
}

function makeKeeper(params: Place, first: number, tell: (state: KeepState) => void) {
  let revision = first;
  let next: Kept | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** What was told without an answer: the server may have it all the same. */
  let unanswered: KeptContent[] = [];

  async function send(kept: Kept): Promise<void> {
    try {
      const body = { ...kept, revision };
      ({ revision } = await api.call(dashboardVersionRoutes.keepDraft, { params, body }));
      unanswered = [];
      tell(next ? 'waiting' : 'kept');
    } catch (error) {
      const isConflict = isErrorBody(error) && error.code === 'E_VERSION_CONFLICT';
      if (isConflict && !(await findOwn())) return tell('elsewhere');
      if (!isErrorBody(error)) unanswered.push(kept.content);
      // Whatever went wrong on the way: what was arranged is still here, and is told again.
      next ??= kept;
      timer = setTimeout(() => void flush(), AGAIN_MS);
      tell('failed');
    }
  }

  /** Whether what the server has came from here, its answer lost on the way; true also where nobody can tell. */
  async function findOwn(): Promise<boolean> {
    if (unanswered.length === 0) return false;
    const draft = await api
      .call(dashboardVersionRoutes.draft, { params })
      // Whatever keeps it from being read: it is told again later, which fails or succeeds by itself.
      .catch(() => 'unknown' as const);
    if (draft === 'unknown') return true;
    if (!draft || !unanswered.some((content) => isSame(content, draft.content))) return false;
    ({ revision } = draft);
    unanswered = [];
    return true;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    await sending;
    const kept = next;
    if (!kept) return;
    next = undefined;
    sending = send(kept);
    await sending;
    sending = undefined;
  }

  return {
    keep: (kept: Kept) => {
      next = kept;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
      tell('waiting');
    },
    flush,
    /** Nothing is told any more: what was arranged is published or given up. */
    rest: async () => {
      clearTimeout(timer);
      next = undefined;
      await sending;
    },
    /** The server has no draft now. */
    forget: () => {
      next = undefined;
      unanswered = [];
      revision = 0;
      tell('kept');
    },
  };
}
