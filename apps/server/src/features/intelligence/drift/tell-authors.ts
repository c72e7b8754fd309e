import type { Database } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import { type Drift, sayChanges } from './compare.ts';
import { takeUntold } from './drifts.ts';
import type { JudgedDrift } from './judge-drifts.ts';

const MOST_TOLD = 50;

/** What only its author knows of is told to nobody else, and once. */
export async function tellAuthors(
  db: Database,
  { projectId, connectorId }: { projectId: string; connectorId: string },
  drift: Drift,
  own: JudgedDrift['own'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = own.map(({ id }) => id);
    const untold = await takeUntold(tx, { connectorId, drift, ids });
    for (const { id, userId, name, url } of own.slice(0, MOST_TOLD)) {
      if (!untold.has(id)) continue;
      await tell(tx, {
        to: { people: [userId] },
        kind: 'query.broken',
        params: {
          query: name,
          table: drift.now?.name ?? drift.name,
          what: sayChanges(drift.name, drift.changes),
        },
        projectId,
        link: url,
        about: id,
      });
    }
  });
}
