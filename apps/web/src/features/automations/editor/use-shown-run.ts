import { triggerToTry } from '@causeway/contract/automations/graph.ts';
import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';
import { workflowRunRoutes, workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { refreshWorkflowRuns } from '#domain/workflows/refresh-workflows.ts';
import { workflowRunQuery, workflowRunsQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { isTrigger } from './edit-definition.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

/**
 * What the canvas shows of the past: the last test, or a run just started, else the last run there
 * was. A run that goes on moves on screen as it moves.
 */
export function useShownRun(projectId: string, workflow: Workflow, draft: WorkflowDraft) {
  const params = { projectId, workflowId: workflow.id };
  const [source, setSource] = useState<'try' | 'run'>('run');
  const [startedId, setStartedId] = useState<string>();
  const last = useInfiniteQuery(workflowRunsQuery(projectId, { workflowId: workflow.id }, 1));
  const runId = startedId ?? last.data?.pages[0]?.items[0]?.id;
  const run = useQuery({
    ...workflowRunQuery(projectId, runId ?? ''),
    enabled: runId !== undefined,
  });

  const trying = useMutation({
    mutationFn: (part: string | undefined) => {
      const { definition, samples } = draft;
      const isStart = part !== undefined && isTrigger(definition, part);
      const upTo = isStart ? undefined : part;
      const preferred = [...(isStart ? [part] : []), ...Object.keys(samples)];
      const trigger = triggerToTry(definition, { upTo, preferred });
      const input = samples[trigger ?? ''] ?? {};
      return api.call(workflowTestRoutes.try, {
        params,
        body: { definition, samples, upTo, trigger, input },
      });
    },
    onSuccess: () => setSource('try'),
    onError: notifyError,
  });
  const starting = useMutation({
    mutationFn: (input: unknown) => api.call(workflowRunRoutes.start, { params, body: { input } }),
    onSuccess: ({ runId: started }) => {
      setStartedId(started);
      setSource('run');
      void refreshWorkflowRuns(projectId);
    },
    onError: notifyError,
  });

  const details = source === 'try' ? trying.data : run.data;
  const steps = useMemo(
    () => new Map((details?.steps ?? []).map((step): [string, RunStep] => [step.node, step])),
    [details],
  );
  return {
    steps,
    source,
    status: details?.status,
    answer: details?.answer ?? null,
    run: source === 'run' ? run.data : undefined,
    isTrying: trying.isPending,
    isStarting: starting.isPending,
    /** Without leaving a trace: up to a step, from a trigger on, or all of it. */
    attempt: (part: string | undefined) => trying.mutate(part),
    start: (input: unknown) => starting.mutate(input),
  };
}

export type ShownRun = ReturnType<typeof useShownRun>;
