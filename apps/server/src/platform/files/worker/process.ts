import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { cutParquet } from './cut-parquet.ts';
import { exportCells, exportQuery } from './export.ts';
import { rowsOf } from './mount-tables.ts';
import { openDuckDb } from './open-duckdb.ts';
import { planQuery } from './plan.ts';
import { prepareRows, prepareText } from './prepare.ts';
import { asProblem } from './problems.ts';
import type { Done, FromWorker, Problem, ToWorker, Work, WorkerStart } from './protocol.ts';
import { readNames } from './read-names.ts';
import { describeFields, runQuery } from './run.ts';

/**
 * The process DuckDB runs in: apart from the server's memory, without its environment, and ended
 * from outside when somebody cancels or it takes too long. It does one thing at a time and ends when
 * the server does.
 */
let instance: Promise<DuckDBInstance> | undefined;
let current: number | undefined;

process.on('message', (message: ToWorker) => {
  if ('start' in message) {
    instance = openDuckDb(message.start);
    watchMemory(message.start);
    return;
  }
  current = message.id;
  void answer(message.work).then((told) => {
    current = undefined;
    send({ id: message.id, ...told });
  });
});
process.on('disconnect', () => process.exit(0));

async function answer(work: Work): Promise<{ done: Done[keyof Done] } | { problem: Problem }> {
  let connection: DuckDBConnection | undefined;
  try {
    connection = await (await instance!).connect();
    return { done: await perform(connection, work) };
  } catch (error) {
    return { problem: asProblem(error, 'sql' in work ? work.sql : '').problem };
  } finally {
    connection?.closeSync();
  }
}

async function perform(connection: DuckDBConnection, work: Work): Promise<Done[keyof Done]> {
  switch (work.kind) {
    case 'read':
      return readNames(connection, work.sql);
    case 'prepareText':
      return prepareText(connection, work);
    case 'prepareRows':
      return prepareRows(connection, work);
    case 'cutParquet':
      return cutParquet(work);
    case 'describe':
      return describeFields(await connection.run(`select * from (${rowsOf(work.files)}) limit 0`));
    case 'run':
      return runQuery(connection, work);
    case 'exportCells':
      return exportCells(connection, work);
    case 'plan':
      return planQuery(connection, work);
    default:
      return exportQuery(connection, work);
  }
}

/** DuckDB keeps its own limit; what it does not count must not take the machine either. */
function watchMemory({ memoryMb }: WorkerStart): void {
  const most = (memoryMb * 1.5 + 256) * 1024 * 1024;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() < most) return;
    if (current !== undefined) {
      send({ id: current, problem: { kind: 'memory', message: 'Out of memory' } });
    }
    setImmediate(() => process.exit(1));
  }, 100);
  watch.unref();
}

function send(message: FromWorker): void {
  process.send?.(message);
}
