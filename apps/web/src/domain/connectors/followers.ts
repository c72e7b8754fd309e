import type { Followers } from '#platform/events/followers.ts';
import { refreshConnectors } from './resources-query.ts';

export const connectorFollowers: Followers = {
  'connectors.changed': ({ projectId }) => refreshConnectors(projectId),
};
