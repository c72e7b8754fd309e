import type { Followers } from '#platform/events/followers.ts';
import { refreshWorkflowRuns, refreshWorkflows } from './refresh-workflows.ts';

export const workflowFollowers: Followers = {
  'workflows.changed': ({ projectId }) => refreshWorkflows(projectId),
  'workflow-runs.changed': ({ projectId }) => refreshWorkflowRuns(projectId),
};
