import {
  type AppliedDraft,
  type DraftChange,
  draftRoutes,
  MOST_STAGED_AT_ONCE,
  type Draft as DraftAnswer,
} from '@causeway/contract/tables/edits.ts';
import { api } from '#platform/api/api.ts';
import { type CallOptions, isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import {
  applyPatch,
  draftOf,
  invertPatch,
  isSamePatch,
  isEmptyPatch,
  joinPatches,
  noPatch,
  splitPatch,
  type Draft,
  type Patch,
} from './draft-changes.ts';
import { draftQuery, type DraftSource } from './draft-query.ts';
import { seenColumns } from './seen-columns.ts';
import { createWrittenRows, stagedSince } from './written-rows.ts';

/**
 * Staged edits on their way to the server. A step is `queued` the moment it is made and shown at once;
 * a moment later everything queued is `sending`, one call at a time; once the server has it, it is part
 * of what the query cache holds. A call that fails goes back to the queue and is tried again. What is
 * shown is always the server's draft with both on top.
 */
export type DraftState = {
  /** What a save writes, for as long as it is under way. */
  saving: DraftChange[];
  queued: Patch;
  sending: Patch;
  /** Why the last call failed; undefined while all is well. */
  problem: unknown;
  undo: Step[];
  redo: Step[];
};

type Step = {
  back: Patch;
  forth: Patch;
  /** Keystrokes of one edit are one step. */
  session: unknown;
};

export type DraftStore = ReturnType<typeof createDraftStore>;

const WAIT_MS = 250;
const RETRY_MS = 3000;
const MOST_STEPS = 200;
/** Browsers take so many bytes along when a page is left. */
const MOST_KEPT_ALIVE = 60_000;

/** What is edited while it is being saved is busy until then. */
const PASSING = new Set(['E_INTERNAL', 'E_UNAVAILABLE', 'E_RATE_LIMITED', 'E_DRAFT_BUSY']);

const idle: DraftState = {
  saving: [],
  queued: noPatch,
  sending: noPatch,
  problem: undefined,
  undo: [],
  redo: [],
};
const stores = new Map<string, DraftStore>();

/** One for each table, for as long as the page is open: undo reaches back over a change of views. */
export function draftStoreOf(source: DraftSource): DraftStore {
  const key = JSON.stringify([source.connectorId, source.name]);
  const store = stores.get(key) ?? createDraftStore(source);
  stores.set(key, store);
  return store;
}

function createDraftStore(source: DraftSource) {
  const { connectorId, name } = source;
  const { queryKey } = draftQuery(source);
  const listeners = new Set<() => void>();
  const saves = new Set<{ asked: Draft; staged: Patch }>();
  const written = createWrittenRows();
  let state = idle;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call: Promise<void> | undefined;
  let running: AbortController | undefined;

  function change(next: Partial<DraftState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Everything that is staged, whether or not the server has heard of it. */
  function shown(): Draft {
    return withPatches(queryClient.getQueryData(queryKey), state);
  }

  function enqueue(patch: Patch): void {
    for (const save of saves) save.staged = joinPatches(save.staged, patch);
    queue(patch);
  }

  function queue(patch: Patch): void {
    change({ queued: joinPatches(state.queued, patch) });
    clearTimeout(timer);
    // `send` keeps what went wrong as the problem that the bar shows.
    timer = setTimeout(() => void send().catch(() => undefined), WAIT_MS);
  }

  /** `session` is the same for all keystrokes of one edit. */
  function stage(patch: Patch, session?: unknown): void {
    if (isEmptyPatch(patch)) return;
    const back = invertPatch(shown(), patch);
    const last = state.undo.at(-1);
    const step =
      last && session !== undefined && last.session === session
        ? { session, back: joinPatches(back, last.back), forth: joinPatches(last.forth, patch) }
        : { session, back, forth: patch };
    const earlier = step.forth === patch ? state.undo : state.undo.slice(0, -1);
    // An edit that was taken back with Escape is no step at all.
    const steps = isSamePatch(step.back, step.forth) ? earlier : [...earlier, step];
    state = { ...state, undo: steps.slice(-MOST_STEPS), redo: [] };
    enqueue(patch);
  }

  /** What was staged in a session is taken back as if it had never been. */
  function takeBack(session: unknown): void {
    const step = state.undo.at(-1);
    if (!step || step.session !== session) return;
    state = { ...state, undo: state.undo.slice(0, -1) };
    enqueue(step.back);
  }

  /** Where only some rows are on screen, a step that reaches others is left alone. */
  function undo(within?: ReadonlySet<string>): void {
    const step = state.undo.at(-1);
    if (!step || !isWithin(step, within)) return;
    state = { ...state, undo: state.undo.slice(0, -1), redo: [...state.redo, step] };
    enqueue(step.back);
  }

  function redo(within?: ReadonlySet<string>): void {
    const step = state.redo.at(-1);
    if (!step || !isWithin(step, within)) return;
    state = { ...state, redo: state.redo.slice(0, -1), undo: [...state.undo, step] };
    enqueue(step.forth);
  }

  /** Sends what is queued, and what is queued meanwhile; throws when the server could not be told. */
  async function send(): Promise<void> {
    clearTimeout(timer);
    if (call) {
      await call;
      return send();
    }
    if (isEmptyPatch(state.queued)) return;
    const [patch, rest] = splitPatch(state.queued, MOST_STAGED_AT_ONCE);
    await start(patch, { rest, isLeaving: false });
    return send();
  }

  /** What fails goes back to the queue, unless what was taken along since holds it as well. */
  async function start(
    patch: Patch,
    { rest, isLeaving }: { rest: Patch; isLeaving: boolean },
  ): Promise<void> {
    change({ queued: rest, sending: patch });
    running?.abort();
    running = new AbortController();
    const own = sendPatch(patch, { keepalive: isLeaving, signal: running.signal }).finally(() => {
      if (call === own) call = undefined;
    });
    call = own;
    try {
      await own;
    } catch (problem) {
      if (state.sending !== patch) return;
      change({ queued: joinPatches(patch, state.queued), sending: noPatch, problem });
      // `send` keeps what went wrong as the problem that the bar shows.
      if (mayPass(problem)) timer = setTimeout(() => void send().catch(() => undefined), RETRY_MS);
      throw problem;
    }
  }

  async function sendPatch(patch: Patch, options: CallOptions): Promise<void> {
    // An answer that is older than this call would take the edit off the screen.
    await queryClient.cancelQueries({ queryKey });
    const seen = seenColumns(source);
    const { revision } = await api.call(
      draftRoutes.stage,
      {
        params: { table: name.table },
        body: {
          connector: { id: connectorId },
          schema: name.schema,
          ...patch,
          ...(seen && { seen }),
        },
      },
      options,
    );
    // What was taken along meanwhile is newer, and tells of all of it.
    if (state.sending !== patch) return;
    const known = queryClient.getQueryData(queryKey);
    if (known)
      settle({
        ...known,
        revision,
        changes: [...applyPatch(draftOf(known.changes), patch).values()],
      });
    change({ sending: noPatch, problem: undefined });
  }

  /** What the server's draft is known to be from now on; a read under way may be older, and starts over. */
  function settle(draft: DraftAnswer): void {
    const isBeingRead = queryClient.isFetching({ queryKey }) > 0;
    queryClient.setQueryData(queryKey, draft);
    if (isBeingRead) void queryClient.invalidateQueries({ queryKey });
  }

  /**
   * A save begins. What it writes stays in sight until it ends, also where the server, read again
   * meanwhile, has it no longer. Ending tells what was staged since.
   */
  function beginSave(asked: Draft): () => Patch {
    const save = { asked, staged: noPatch };
    saves.add(save);
    change({ saving: listSaving() });
    return () => {
      if (saves.delete(save)) change({ saving: listSaving() });
      return save.staged;
    };
  }

  function listSaving(): DraftChange[] {
    return [...saves].flatMap(({ asked }) => [...asked.values()]);
  }

  /** Rows were saved: what was staged meanwhile goes on from what they are now. */
  function noteWritten(saved: Draft, staged: Patch, rows: AppliedDraft['rows']): void {
    written.note(saved, rows);
    const patch = stagedSince(saved, staged, rows);
    if (!isEmptyPatch(patch)) queue(patch);
  }

  /** After the draft was saved or thrown away: steps back would bring its changes again. */
  function forgetSteps(): void {
    change({ undo: [], redo: [] });
  }

  /**
   * Leaving takes along what is small enough; false when it could not. What is on its way ends with
   * the page, so it goes again, together with what came after: two calls could change places.
   */
  function takeAlong(): boolean {
    const patch = joinPatches(state.sending, state.queued);
    if (isEmptyPatch(patch)) return state.problem === undefined;
    if (new Blob([JSON.stringify(patch)]).size > MOST_KEPT_ALIVE) return false;
    clearTimeout(timer);
    // Where the page stays after all, what did not go is in line again.
    start(patch, { rest: noPatch, isLeaving: true }).catch(() => undefined);
    return true;
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    shown,
    stage,
    takeBack,
    undo,
    redo,
    flush: send,
    settle,
    beginSave,
    noteWritten,
    seenNow: written.seenNow,
    findSaved: written.findSaved,
    refNow: written.refNow,
    forgetSteps,
    takeAlong,
  };
}

function isWithin({ forth: { put, drop } }: Step, refs: ReadonlySet<string> | undefined): boolean {
  return !refs || [...put.map(({ ref }) => ref), ...drop].every((ref) => refs.has(ref));
}

/** A lost line comes back; what the server refuses it refuses again. */
function mayPass(problem: unknown): boolean {
  return !isErrorBody(problem) || PASSING.has(problem.code);
}

export function withPatches(
  known: DraftAnswer | undefined,
  { saving, sending, queued }: Pick<DraftState, 'saving' | 'sending' | 'queued'>,
): Draft {
  const staged = draftOf(known?.changes ?? []);
  const missing = saving.filter(({ ref }) => !staged.has(ref));
  const all = missing.length > 0 ? applyPatch(staged, { put: missing, drop: [] }) : staged;
  return applyPatch(applyPatch(all, sending), queued);
}
