import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import { streamStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Services } from '#platform/services.ts';
import { describeFields, prepare, type SqlCall } from './run-sql.ts';

/** A reader that takes nothing for this long has gone to sleep; its session is needed. */
const STALL_MS = 60_000;

/**
 * The result a row a line. What goes wrong before the first page is an answer like any other; what
 * goes wrong later is the last line.
 */
export async function streamSql(services: Services, call: SqlCall): Promise<Readable> {
  const { opened } = call;
  await refuseTooPowerful(services, call);
  const { request } = await prepare(services, call);
  const output = new PassThrough({ highWaterMark: 65_536 });
  const started = Promise.withResolvers<void>();
  let isFirst = true;

  const finished = streamStatement(services.databases, opened.target, request, async (page) => {
    if (isFirst) {
      const fields = await describeFields(services.typeNames, opened.target, page.fields);
      output.write(`${JSON.stringify({ fields })}\n`);
      isFirst = false;
      started.resolve();
    }
    const hasRoom = page.rows.length === 0 || output.write(page.rows);
    if (!hasRoom) await waitForRoom(output, call.signal);
  });
  finished
    .then(({ rowCount, command }) => {
      output.end(`${rowCount > 0 ? '\n' : ''}${JSON.stringify({ rowCount, command })}\n`);
    })
    .catch((error: unknown) => {
      if (isFirst) started.reject(error);
      else output.end(`\n${JSON.stringify({ error: describe(error) })}\n`);
    });
  await started.promise;
  return output;
}

async function waitForRoom(output: PassThrough, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(STALL_MS)]);
  // Only its signal ends this wait: the reader is gone, or takes nothing any more.
  await once(output, 'drain', { signal: patience }).catch(() => {
    throw new Failure('E_QUERY_CANCELLED');
  });
}

function describe(error: unknown) {
  const failure = error instanceof Failure ? error : new Failure('E_INTERNAL');
  const { code, message, details } = failure;
  return { code, message, ...(details && { details }) };
}
