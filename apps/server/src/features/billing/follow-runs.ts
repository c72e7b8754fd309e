import type { HappeningOf } from '@causeway/contract/happenings.ts';
import { computeQuantity } from '#platform/credits/compute.ts';
import type { Count } from '#platform/credits/credits.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';

/** How many rows an export wrote; undefined when it is gone. */
type CountExportedRows = (db: Db, exportId: string) => Promise<number | undefined>;

/**
 * What goes on behind people's backs is charged when it has ended, once, in the transaction that
 * remembers having heard of it. Where nothing is left it costs nothing: looking, editing and exporting
 * never stop for money.
 */
export function followRuns(services: Services, countRows: CountExportedRows): void {
  const handle = async (tx: Tx, { projectId, data }: HappeningOf<'run.ended'>): Promise<void> => {
    const { kind, subjectId, seconds, outcome } = data;
    const about = {
      projectId,
      causeKind: kind,
      causeId: subjectId,
      ...actorOf(data),
    };
    const quantity = computeQuantity(seconds * 1_000);
    const uses: Count[] = [];
    if (quantity > 0n) uses.push({ ...about, meter: 'compute.ms', quantity });
    const rows =
      kind === 'export' && outcome === 'done' ? await countRows(tx, subjectId) : undefined;
    if (rows) uses.push({ ...about, meter: 'export.row', quantity: BigInt(rows) });
    await services.credits.charge(tx, uses);
  };
  services.outbox.follow({ name: 'billing.runs', types: ['run.ended'], handle });
}

function actorOf({ keyId, userId }: HappeningOf<'run.ended'>['data']) {
  if (keyId) return { actorKind: 'key', actorId: keyId };
  if (userId === null) return { actorKind: 'causeway', actorId: 'causeway' };
  return { actorKind: 'person', actorId: userId };
}
