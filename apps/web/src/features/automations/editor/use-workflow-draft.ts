import type { Definition, Samples } from '@causeway/contract/automations/definition.ts';
import { type Workflow, workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { workflowQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { changed, redone, startHistory, undone } from '#platform/history.ts';
import { keepHere } from '#platform/keep-here.ts';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { keepSamples, renamePart } from './rename-part.ts';
import { placeParts } from './lay-out.ts';

export type DraftContent = { definition: Definition; samples: Samples };
type Kept = { version: number; content: DraftContent };

const SAVE_AFTER_MS = 700;
const TRY_AGAIN_AFTER_MS = 5_000;

/**
 * The draft of a workflow. It saves itself a moment after each change and is kept in this browser
 * until the server has it, so nothing drawn is ever lost.
 * - saved: the server has what is on screen
 * - unsaved, saving: a change waits for its save, or is on its way
 * - conflict: somebody else saved meanwhile; nothing is written over until one side is chosen
 */
export function useWorkflowDraft(projectId: string, workflow: Workflow, isReadOnly: boolean) {
  const { id: userId } = useCurrentUser();
  const queryClient = useQueryClient();
  const key = `causeway.workflow.${userId}.${workflow.id}`;
  const [kept] = useState(() => (isReadOnly ? undefined : readKept(key)));
  const [history, setHistory] = useState(() => startHistory(kept?.content ?? contentOf(workflow)));
  const [saved, setSaved] = useState(() => ({
    version: kept?.version ?? workflow.draftVersion,
    text: textOf(contentOf(workflow)),
    problems: workflow.problems,
  }));
  const text = useMemo(() => textOf(history.now), [history.now]);
  const isUnsaved = !isReadOnly && text !== saved.text;

  const save = useMutation({
    mutationFn: (content: DraftContent) =>
      api.call(workflowRoutes.saveDraft, {
        params: { projectId, workflowId: workflow.id },
        body: { draftVersion: saved.version, ...content },
      }),
    onSuccess: ({ draftVersion, hasChanges, problems }, content) => {
      setSaved({ version: draftVersion, text: textOf(content), problems });
      forget(key, textOf(content));
      queryClient.setQueryData(
        workflowQuery(projectId, workflow.id).queryKey,
        (before) => before && { ...before, ...content, draftVersion, hasChanges, problems },
      );
    },
  });

  const isRefused = isErrorBody(save.error) && save.variables === history.now;
  const isTheirs = workflow.draftVersion > saved.version && !save.isPending;
  const theirText = useMemo(() => textOf(contentOf(workflow)), [workflow]);
  const isConflict =
    isUnsaved &&
    ((isTheirs && theirText !== text) ||
      (isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT'));
  useUnsavedWork(isUnsaved);

  const waitMs = save.isError ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS;
  const mayTry = isUnsaved && !save.isPending && !isConflict && !isRefused;
  useEffect(() => {
    if (!mayTry) return undefined;
    const timer = setTimeout(() => save.mutate(history.now), waitMs);
    return () => clearTimeout(timer);
    // A change of the text or of what may be done with it, nothing else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, mayTry, waitMs]);

  // What somebody else saved is taken over where nothing here would be lost by it.
  useEffect(() => {
    if (!isTheirs || (isUnsaved && theirText !== text)) return;
    takeTheirs();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isTheirs, theirText]);

  function contentWith(definition: Definition): DraftContent {
    return { definition, samples: keepSamples(definition, history.now.samples) };
  }

  function keep(next: typeof history) {
    if (isReadOnly) return;
    setHistory(next);
    const content: Kept = { version: saved.version, content: next.now };
    keepHere(key, JSON.stringify(content));
  }

  function takeTheirs() {
    localStorage.removeItem(key);
    const { draftVersion: version, problems } = workflow;
    if (theirText !== text) setHistory(startHistory(contentOf(workflow)));
    setSaved({ version, text: theirText, problems });
    save.reset();
  }

  return {
    ...history.now,
    version: saved.version,
    /** What the server found when it last saw the draft. */
    problems: saved.problems,
    state: isConflict ? 'conflict' : save.isPending ? 'saving' : isUnsaved ? 'unsaved' : 'saved',
    error: isConflict ? null : save.error,
    isRestored: kept !== undefined,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** Changes of one kind in a row are one step to take back. */
    change: (definition: Definition, kind?: string) =>
      keep(changed(history, contentWith(definition), kind)),
    rename: (id: string, next: string) => keep(changed(history, renamePart(history.now, id, next))),
    changeSamples: (samples: Samples) => keep(changed(history, { ...history.now, samples })),
    undo: () => keep(undone(history)),
    redo: () => keep(redone(history)),
    takeTheirs,
    keepMine: () => {
      setSaved({ ...saved, version: workflow.draftVersion });
      save.reset();
    },
  } as const;
}

export type WorkflowDraft = ReturnType<typeof useWorkflowDraft>;

function contentOf({ definition, samples }: Workflow): DraftContent {
  return { definition: placeParts(definition), samples };
}

function textOf({ definition, samples }: DraftContent): string {
  return JSON.stringify([definition, samples]);
}

/** Only what was saved is forgotten: a later change may have been kept meanwhile. */
function forget(key: string, text: string): void {
  const kept = readKept(key);
  if (kept && textOf(kept.content) === text) localStorage.removeItem(key);
}

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}
