import { readAfterChange } from '#platform/api/read-after-change.ts';
import { refreshResources } from '#domain/connectors/resources-query.ts';
import type { Followers } from '#platform/events/followers.ts';

export const tableFollowers: Followers = {
  'drafts.changed': (event) => refresh('draft', event),
  'rows.changed': async (event) => {
    await Promise.all([
      refresh('rows', event),
      isNew(event) && refreshResources(event.connectorId),
    ]);
  },
};

type OfTable = { connectorId: string; schema: string; table: string };

const heardOf = new Set<string>();

/** An import may have made the table: the first rows of each are a reason to look at the list again. */
function isNew({ connectorId, schema, table }: OfTable): boolean {
  const name = JSON.stringify([connectorId, schema, table]);
  const isFirst = !heardOf.has(name);
  heardOf.add(name);
  return isFirst;
}

function refresh(what: string, { connectorId, schema, table }: OfTable): Promise<void> {
  return readAfterChange(['tables', connectorId, what, schema, table]);
}
