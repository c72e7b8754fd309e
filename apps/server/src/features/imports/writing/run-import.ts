import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import {
  type ImportResult,
  MOST_REJECTS,
  type Reject,
} from '@causeway/contract/imports/records.ts';
import { beginWith, exactText } from '#platform/connectors/sql/begin.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import { findOutcome } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { ImagedChange } from '#platform/ledger/ledger.ts';
import type { Services } from '#platform/services.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { copyStraight } from './copy-straight.ts';
import { createRejects, findRejects, noteRejects } from './find-rejects.ts';
import { locateBadRow } from './locate.ts';
import { createTableSql, matchColumns, refuse } from './plan-import.ts';
import { readImportedTable } from './read-table.ts';
import { type Reading, stageFile, withoutTakenWords } from './stage.ts';
import { hasHiddenRules, rehearseValues, rehearseWrite } from './rehearse.ts';
import { usesNumbers, type Written, type Writing, writeStaged } from './write-staged.ts';

/** What a run needs, and whom it tells. */
export type ImportRun = {
  target: SqlTarget;
  source: ByteSource;
  plan: ImportPlan;
  isDryRun: boolean;
  signal: AbortSignal;
  reading: Reading;
  enter(phase: 'reading' | 'checking' | 'writing' | 'committing'): void;
  /** Rows that were there before and are changed. */
  recordUpdates(
    transactionId: string,
    table: CatalogTable,
    changes: AsyncIterable<ImagedChange>,
  ): Promise<void>;
  /** Right before the commit: what it will have done, and under which number. */
  beforeCommit(ending: {
    transactionId: string;
    table: CatalogTable;
    written: Written;
    result: ImportResult;
  }): Promise<void>;
};

export type Ended = {
  state: 'done' | 'checked' | 'refused';
  result: ImportResult;
  rejects: Reject[];
};

/** Rules that only the database knows are found row by row: beyond so many it is left. */
const MOST_LOCATED = 100;

/**
 * One transaction: the file is staged as text, then written with one statement, in the hope that all
 * is well. Where the database refuses, that is undone and every bad row is looked for; then either
 * nothing is written or what is left is.
 */
export async function runImport(services: Services, run: ImportRun): Promise<Ended> {
  return services.databases.withFresh(run.target, async ({ client, cancel }) => {
    const stop = () => void cancel().catch(() => client.end());
    run.signal.addEventListener('abort', stop, { once: true });
    try {
      if (run.signal.aborted) throw new Failure('E_QUERY_CANCELLED');
      return await inTransaction(services, run, client);
    } catch (error) {
      if (run.signal.aborted) throw new Failure('E_QUERY_CANCELLED');
      throw asStatementFailure(error);
    } finally {
      run.signal.removeEventListener('abort', stop);
    }
  });
}

async function inTransaction(services: Services, run: ImportRun, client: pg.Client) {
  const { plan } = run;
  await begin(client, plan);
  const transactionId = await readTransactionId(client);
  const table = await openTable(services, run, client);
  await createRejects(client);
  run.enter('reading');
  const { written, refused, problems } =
    (await tryStraight(run, client, table)) ??
    (await stageAndWrite(run, { client, table, transactionId }));
  const unseen = refused - problems.length;
  const rejected = (await countRejected(client)) + unseen;
  const result: ImportResult = {
    rowsRead: run.reading.rows + refused,
    inserted: written?.inserted ?? 0,
    updated: written?.updated ?? 0,
    skipped: written?.skipped ?? 0,
    rejected,
    ...(written?.emptyCells ? { emptyCells: written.emptyCells } : {}),
    changeSetId: null,
    createdTable: plan.target.kind === 'new' && written !== undefined,
    droppedTable: false,
  };
  const rejects = rejected > 0 ? await listRejects(client) : [];
  if (!written || run.isDryRun) {
    await client.query('rollback');
    return { state: written ? ('checked' as const) : ('refused' as const), result, rejects };
  }
  run.enter('committing');
  await run.beforeCommit({ transactionId, table, written, result });
  await commit(services, run, client, transactionId);
  return { state: 'done' as const, result, rejects };
}

type Attempted = { written: Written | undefined; refused: number; problems: Reject[] };

/** Undefined where the file has to be staged: it always may be, and tells every bad row. */
async function tryStraight(
  run: ImportRun,
  client: pg.Client,
  table: CatalogTable,
): Promise<Attempted | undefined> {
  const { plan, source, reading } = run;
  const unreadable = collectProblems();
  await client.query('savepoint straight');
  try {
    const { refuse: tell } = unreadable;
    const written = await copyStraight({ client, source, plan, table, reading, refuse: tell });
    const { refused, problems } = unreadable.found();
    if (written && (refused === 0 || plan.onBadRows !== 'stop')) {
      await client.query('set constraints all immediate');
      await client.query('release savepoint straight');
      await noteRejects(client, problems);
      return { written, refused, problems };
    }
  } catch (error) {
    if (run.signal.aborted || isLost(error)) throw error;
  }
  await client.query('rollback to savepoint straight');
  reading.rows = 0;
  reading.bytes = 0;
  return undefined;
}

async function stageAndWrite(
  run: ImportRun,
  { client, table, transactionId }: Pick<Writing, 'client' | 'table'> & { transactionId: string },
): Promise<Attempted> {
  const { plan, source, reading } = run;
  const unreadable = collectProblems();
  const fileColumns = await stageFile({
    client,
    source,
    plan,
    table,
    isDryRun: run.isDryRun,
    reading,
    refuse: unreadable.refuse,
  });
  const { refused, problems } = unreadable.found();
  const columns = matchColumns(plan, table, fileColumns);
  const staged = withoutTakenWords(plan, fileColumns);
  await noteRejects(client, problems);
  const writing: Writing = {
    client,
    plan: staged,
    table,
    columns,
    numbers: run.isDryRun ? 'made up' : 'drawn',
  };
  const written = await writeGood({ run, writing, transactionId, hasProblems: refused > 0 });
  return { written, refused, problems };
}

/** Rows that can't be read at all: all are counted, the first of them kept. */
function collectProblems() {
  const problems: Reject[] = [];
  let refused = 0;
  return {
    refuse: (problem: Reject) => {
      refused += 1;
      if (problems.length < MOST_REJECTS) problems.push(problem);
    },
    found: () => ({ refused, problems }),
  };
}

async function begin(client: pg.Client, { read }: ImportPlan): Promise<void> {
  await beginWith(client, '', {
    ...exactText,
    datestyle: `ISO, ${read.dateOrder.toUpperCase()}`,
    temp_buffers: '32MB',
    statement_timeout: 0,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 0,
  });
  // The backend then notices by itself that its server is gone, in the middle of a statement too.
  await client.query(`do $$ begin
      perform set_config('client_connection_check_interval', '2000', true);
    exception when others then null; end $$`);
}

async function readTransactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select txid_current()::text as id');
  return rows[0]?.id ?? '';
}

async function openTable({ sqlParser, sqlCatalog }: Services, run: ImportRun, client: pg.Client) {
  const { target } = run.plan;
  const name = { schema: target.schema, table: target.table };
  if (target.kind === 'new') {
    await client.query(await createTableSql(sqlParser, target));
    return readImportedTable(client, name);
  }
  const table = await sqlCatalog.readTable(run.target, name, 'checked');
  if (!table.isUpdatable) throw refuse('Rows can not be added to this view.');
  return table;
}

type Attempt = { run: ImportRun; writing: Writing; transactionId: string; hasProblems: boolean };

/** Undefined where bad rows stop everything. */
async function writeGood(attempt: Attempt): Promise<Written | undefined> {
  const { run, writing, hasProblems } = attempt;
  const mustStop = run.plan.onBadRows === 'stop';
  const isNew = run.plan.target.kind === 'new';
  // Numbers of a sequence do not come back with a rollback: they are drawn once all seems well.
  const isCostly = !run.isDryRun && !isNew && usesNumbers(writing);
  const hasHidden = isCostly && (await hasHiddenRules(writing));
  const rehearse = hasHidden ? rehearseWrite : rehearseValues;
  if (!(mustStop && hasProblems) && (!isCostly || (await rehearse(writing)))) {
    const written = await tryToWrite(attempt);
    if (written) return written;
  }
  run.enter('checking');
  await findRejects({ ...writing, isNew });
  for (let located = 0; located <= MOST_LOCATED; located += 1) {
    const isBad = (await countRejected(writing.client)) > 0;
    if (mustStop && isBad) return undefined;
    const isRefused = hasHidden && !(await rehearseWrite(writing));
    const written = isRefused ? undefined : await tryToWrite(attempt);
    if (written) return written;
    await locateAnother(writing);
  }
  throw new Failure('E_IMPORT_ROW', 'More rows are refused by rules of the database.');
}

async function tryToWrite({ run, writing, transactionId }: Attempt): Promise<Written | undefined> {
  const { client, table } = writing;
  run.enter('writing');
  await client.query('savepoint writing');
  try {
    const written = await writeStaged(writing, async (changes) => {
      if (run.isDryRun) for await (const _ of changes);
      else await run.recordUpdates(transactionId, table, changes);
    });
    // Rules that wait for the commit are asked now, while the rows can still be named.
    await client.query('set constraints all immediate');
    await client.query('release savepoint writing');
    return written;
  } catch (error) {
    if (run.signal.aborted || isLost(error)) throw error;
    await client.query('rollback to savepoint writing');
    return undefined;
  }
}

/** Neither the row's fault nor one that trying again would mend. */
function isLost(error: unknown): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string };
  if (error instanceof Failure) return true;
  if (severity === undefined) return error instanceof Error && error.name !== 'RepeatedKey';
  return /^(57P|08|53|55P03|42501|40)/.test(code);
}

async function locateAnother(writing: Writing): Promise<void> {
  const { client } = writing;
  await client.query('savepoint locating');
  const found = await locateBadRow(writing);
  await client.query('rollback to savepoint locating');
  if (!found) throw new Failure('E_IMPORT_ROW', 'The database refuses these rows together.');
  await noteRejects(client, [found]);
}

async function countRejected(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ lines: string }>(
    'select count(distinct line) as lines from pg_temp.causeway_bad',
  );
  return Number(rows[0]?.lines ?? 0);
}

async function listRejects(client: pg.Client): Promise<Reject[]> {
  const { rows } = await client.query<(string | null)[]>({
    text: `select bad.line::text, column_name, value, rule, reason from pg_temp.causeway_bad bad
      order by bad.line, column_name limit ${MOST_REJECTS}`,
    rowMode: 'array',
  });
  return rows.map(([line, column, value, rule, reason]) => ({
    line: Number(line),
    column: column ?? null,
    value: value ?? null,
    rule: rule as Reject['rule'],
    reason: reason ?? '',
  }));
}

const OUTCOME_QUESTIONS = 20;
const OUTCOME_PAUSE_MS = 500;

/** A commit whose answer was lost is asked for by its number. */
async function commit(
  { databases }: Services,
  { target }: ImportRun,
  client: pg.Client,
  transactionId: string,
): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    if ((error as { severity?: string }).severity === 'ERROR') throw error;
    for (let asked = 0; asked < OUTCOME_QUESTIONS; asked += 1) {
      // What can not be asked stays unknown and is asked again.
      const outcome = await findOutcome(databases, target, transactionId).catch(() => undefined);
      if (outcome === 'committed') return;
      if (outcome === 'aborted') throw new Failure('E_UPSTREAM_UNREACHABLE', undefined, {});
      await sleep(OUTCOME_PAUSE_MS);
    }
    throw new Failure('E_OUTCOME_UNKNOWN');
  }
}
