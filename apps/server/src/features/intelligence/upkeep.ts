import { z } from 'zod';
import type { Tx } from '#platform/db/database.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import type { Services } from '#platform/services.ts';
import { type DueScan, takeDueScan } from './schedules.ts';
import { startScan } from './start-scan.ts';

const MOST_AT_ONCE = 200;

/** What looks at databases by itself: every morning. */
export function defineScanUpkeep(services: Services): void {
  services.jobs.define({
    name: 'intelligence.daily',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => startDueScans(services),
  });
}

export async function startDueScans(services: Services): Promise<void> {
  for (let taken = 0; taken < MOST_AT_ONCE; taken += 1) {
    const isMore = await services.db.transaction(async (tx) => {
      const due = await takeDueScan(tx);
      if (due && !due.isAtCap) await startDue(services, tx, due);
      return due !== undefined;
    });
    if (!isMore) return;
  }
}

/** What a key asked for is the key's, each morning again. */
async function startDue(services: Services, tx: Tx, due: DueScan): Promise<void> {
  const { projectId, connectorId, userId, keyId, title } = due;
  const party = { person: userId, project: projectId, key: keyId ?? undefined };
  const asked = { projectId, connectorId, userId, title, cause: 'daily' as const };
  await onBehalfOf(party, () => startScan(services, tx, asked));
}
