import { owning } from '#platform/connectors/storage/ownership.ts';
import type { Run } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { recountIndex } from '../bucket-index/queries.ts';
import type { Changes } from '../changes.ts';
import { openForUpkeep } from '../upkeep.ts';
import { findJobById, listBegunItems } from './queries.ts';
import { lookAgain } from './work-on-object.ts';

/**
 * A job whose process was lost may have changed objects without a word to the index. Where it goes on,
 * it finds out by itself; where it ends, the objects it may have been at are looked at.
 */
export async function settleBegun(services: Services, changes: Changes, run: Run): Promise<void> {
  const { db } = services;
  const job = await findJobById(db, run.subjectId);
  if (!job) return;
  const { projectId, connectorId } = job;
  const begun = await listBegunItems(db, job.id);
  const bucket = begun.length > 0 && (await openForUpkeep(services, 'storage-sweep', connectorId));
  if (bucket) {
    const index: Parameters<typeof lookAgain>[0]['index'] = async (tx, change) => {
      await changes.note(tx, { projectId, connectorId }, change);
    };
    for (const { source, target, tried } of begun) {
      const paths = [source, ...((tried ?? target) ? [tried ?? target ?? ''] : [])];
      await owning({ db, bucket }, paths, () => lookAgain({ db, bucket, index }, paths));
    }
  }
  // Sums are told now and then; those of a process that was lost are lost with it.
  if (run.fence > 1) await recountIndex(db, connectorId);
}
