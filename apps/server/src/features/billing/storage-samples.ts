import type { Services } from '#platform/services.ts';
import type { Db } from '#platform/db/database.ts';
import { noteOnce } from '#platform/credits/marks.ts';
import { payingAccount } from '#platform/credits/payer.ts';

export type Stored = { projectId: string; bytes: string };
/** What an area keeps for projects at this moment: told by who keeps it. */
export type ListStored = (db: Db) => Promise<Stored[]>;

const SAMPLES_A_DAY = 4n;
const SAMPLE_MS = 86_400_000 / Number(SAMPLES_A_DAY);

/**
 * What is kept is looked at four times a day, and each look counts for a quarter of it. Charged
 * afterwards and blocking nothing; a look that is repeated finds its note and counts nothing.
 */
export async function sampleStorage(
  { db, credits }: Pick<Services, 'db' | 'credits'>,
  lists: readonly ListStored[],
  now = new Date(),
): Promise<void> {
  const stored = new Map<string, bigint>();
  for (const list of lists) {
    for (const { projectId, bytes } of await list(db)) {
      stored.set(projectId, (stored.get(projectId) ?? 0n) + BigInt(bytes));
    }
  }
  const sample = Math.floor(now.getTime() / SAMPLE_MS);
  for (const [projectId, bytes] of stored) {
    const quantity = bytes / SAMPLES_A_DAY;
    if (quantity === 0n) continue;
    await db.transaction(async (tx) => {
      const accountId = await payingAccount(tx, projectId, credits.defaultPlan);
      if (accountId === undefined) return;
      const isNew = await noteOnce(tx, accountId, {
        kind: 'storage',
        key: `${projectId}:${sample}`,
      });
      if (!isNew) return;
      await credits.charge(tx, [
        {
          projectId,
          meter: 'storage.byte_day',
          quantity,
          causeKind: 'storage',
          causeId: projectId,
          actorKind: 'causeway',
          actorId: 'causeway',
          at: now,
        },
      ]);
    });
  }
}
