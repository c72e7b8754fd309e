import { queryClient } from '#platform/api/query-client.ts';

export async function refreshWorkflows(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['workflows', projectId] });
}

/** Lists of workflows show their last runs. */
export async function refreshWorkflowRuns(projectId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['workflow-runs', projectId] }),
    queryClient.invalidateQueries({ queryKey: ['workflows', projectId, 'list'] }),
  ]);
}
