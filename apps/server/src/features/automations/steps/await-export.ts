import { setTimeout as sleep } from 'node:timers/promises';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { errorCode, Failure } from '@causeway/contract/errors.ts';
import { exportRecord, exportRoutes } from '@causeway/contract/exports.ts';
import type { Acting } from '#platform/operations/acting.ts';

const LOOK_MS = 250;

/**
 * An export goes on behind its answer. The step that asked for one is over when its file is there:
 * what follows may read it, and one that fails fails its run.
 */
export async function awaitExport(
  client: Acting,
  { answer, body }: { answer: unknown; body: unknown },
  signal: AbortSignal,
): Promise<unknown> {
  let record = exportRecord.parse(answer);
  const { connector } = body as { connector: { id: string } };
  const about = { params: { exportId: record.id }, query: { connector } };
  while (record.state === 'queued' || record.state === 'running') {
    await sleep(LOOK_MS, undefined, { signal });
    record = await client.call(exportRoutes.show, about, { signal });
  }
  if (record.state === 'done' || record.state === 'ready') return record;
  const { code = '', message = runMessage('exportCancelled') } = record.error ?? {};
  throw new Failure(errorCode.safeParse(code).data ?? 'E_RUN_STATE', message);
}
