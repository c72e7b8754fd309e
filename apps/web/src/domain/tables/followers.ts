import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const tableFollowers: Followers = {
  'drafts.changed': (event) => refresh('draft', event),
  'rows.changed': (event) => refresh('rows', event),
};

type OfTable = { connectorId: string; schema: string; table: string };

/** Rows may change many times a second: a read that is under way is not started over. */
async function refresh(what: string, { connectorId, schema, table }: OfTable): Promise<void> {
  const queryKey = ['tables', connectorId, what, schema, table];
  await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
