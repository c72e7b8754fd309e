import type { RunStatus, RunTriggerKind } from '@causeway/contract/automations/run-shapes.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** The palette lists workflows on every page, which must not wait for what is written there. */
async function loadRoutes() {
  const { workflowRoutes } = await import('@causeway/contract/automations/workflows.ts');
  return workflowRoutes;
}

async function loadRunRoutes() {
  const { workflowRunRoutes } = await import('@causeway/contract/automations/runs.ts');
  return workflowRunRoutes;
}

/** Workflows of a project with their last runs, those that failed last on top. */
export function workflowsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['workflows', projectId, 'list'],
    queryFn: async ({ signal }) => {
      const { list } = await loadRoutes();
      return api.call(list, { params: { projectId } }, { signal });
    },
  });
}

export function workflowQuery(projectId: string, workflowId: string) {
  return queryOptions({
    queryKey: ['workflows', projectId, 'one', workflowId],
    queryFn: async ({ signal }) => {
      const { show } = await loadRoutes();
      return api.call(show, { params: { projectId, workflowId } }, { signal });
    },
  });
}

export function versionsQuery(projectId: string, workflowId: string) {
  return queryOptions({
    queryKey: ['workflows', projectId, 'versions', workflowId],
    queryFn: async ({ signal }) => {
      const { versions } = await loadRoutes();
      return api.call(versions, { params: { projectId, workflowId } }, { signal });
    },
  });
}

/** What was published once never changes. */
export function versionQuery(projectId: string, workflowId: string, number: number) {
  return queryOptions({
    queryKey: ['workflow-version', projectId, workflowId, number],
    queryFn: async ({ signal }) => {
      const { version } = await loadRoutes();
      return api.call(version, { params: { projectId, workflowId, number } }, { signal });
    },
    staleTime: Infinity,
  });
}

export type RunFilter = {
  workflowId?: string | undefined;
  status?: RunStatus | 'open' | undefined;
  triggerKind?: RunTriggerKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  messages?: string | undefined;
};

export function workflowRunsQuery(projectId: string, filter: RunFilter, limit = 50) {
  return infiniteQueryOptions({
    queryKey: ['workflow-runs', projectId, 'list', filter, limit],
    queryFn: async ({ signal, pageParam }) => {
      const { list } = await loadRunRoutes();
      const query = { ...filter, limit, ...(pageParam && { cursor: pageParam }) };
      return api.call(list, { params: { projectId }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

const LOOK_MS = 1_000;

/** A run that goes on is looked at each second, so that its steps are seen to move. */
export function workflowRunQuery(projectId: string, runId: string) {
  return queryOptions({
    queryKey: ['workflow-runs', projectId, 'one', runId],
    queryFn: async ({ signal }) => {
      const { show } = await loadRunRoutes();
      return api.call(show, { params: { projectId, runId } }, { signal });
    },
    refetchInterval: ({ state }) => {
      const status = state.data?.status;
      return status === 'running' || status === 'queued' ? LOOK_MS : false;
    },
  });
}

export function automationsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['workflow-runs', projectId, 'overview'],
    queryFn: async ({ signal }) => {
      const { overview } = await loadRunRoutes();
      return api.call(overview, { params: { projectId } }, { signal });
    },
  });
}
