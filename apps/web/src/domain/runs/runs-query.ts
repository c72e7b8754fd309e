import { type RunRecord, runRoutes } from '@causeway/contract/runs.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Events tell of changes; this is for those that were lost, and lets what has ended grow old. */
const ASK_AGAIN_MS = 10_000;
/** How long what has ended is still worth a look. */
const MOMENT_MS = 60_000;

export function runsKey(projectId: string): string[] {
  return ['runs', projectId];
}

/** What goes on in a project, and what has ended within the hour. */
export function runsQuery(projectId: string) {
  return queryOptions({
    queryKey: runsKey(projectId),
    queryFn: ({ signal }) => api.call(runRoutes.list, { params: { projectId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some((run) => isGoingOn(run) || hasJustEnded(run, Date.now())) ? ASK_AGAIN_MS : false,
  });
}

export function isGoingOn({ state }: Pick<RunRecord, 'state'>): boolean {
  return state !== 'ended';
}

export function hasJustEnded({ endedAt }: Pick<RunRecord, 'endedAt'>, now: number): boolean {
  return endedAt !== null && now - Date.parse(endedAt) < MOMENT_MS;
}

/** Undefined before it has begun to count, and where a guess was too small. */
export function shareOf({ done, total }: Pick<RunRecord, 'done' | 'total'>): number | undefined {
  return done > 0 && total !== null && done <= total ? done / total : undefined;
}
