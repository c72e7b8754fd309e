import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import { currentParty } from '#platform/limits/party.ts';
import type { SqlTarget } from '../stored.ts';
import { unitsOf } from './characters.ts';
import { asStatementFailure, isLostStatement } from './failures.ts';
import type { HiddenColumns } from './json-rows.ts';
import type { Reuse, SqlSession } from './sessions.ts';
import {
  type Completed,
  ParameterTypes,
  type Prepared,
  SentReset,
  Statement,
} from './statement.ts';
import type { SqlDatabases } from './databases.ts';
import { ask, commit, type QueryInTransaction } from './transaction.ts';
import { watchStatement } from './watch.ts';
import { checkReadsAsWeDo } from './wire.ts';

/** What Postgres says beside the answer. */
export type Notice = {
  severity: string | undefined;
  message: string | undefined;
  detail: string | undefined;
  hint: string | undefined;
};

/** A statement somebody wrote, and how it may run. */
export type RunRequest = {
  text: string;
  values: unknown[];
  /**
   * reading: in a read-only transaction; rows: in one that is committed; trial: in one that is rolled
   * back; alone: as it is, perhaps in a transaction that is open already.
   */
  mode: 'reading' | 'rows' | 'trial' | 'alone';
  reuse: Reuse;
  rowLimit: number;
  /** Beyond it the statement fails instead of being cut. */
  failsBeyond: boolean;
  /** The statement has no limit of its own and is stopped at ours. */
  cutsAtLimit: boolean;
  /** The result is taken in parts of so many rows. */
  rowsAPage?: number;
  /** Days begin and times are printed by it; only for reading. */
  timeZone?: string | undefined;
  signal: AbortSignal;
  onNotice?(notice: Notice): void;
  /** Columns at the end that are not part of the answer. */
  hidden?: HiddenColumns;
  /** In the modes 'rows' and 'trial': the last that happens before the commit, which it can still prevent. */
  beforeCommit?(written: Completed, query: QueryInTransaction): Promise<void>;
  /** From a place in `text`, from 0, to one in what the user wrote. */
  placeInOriginal(place: number): number;
};

/** Beyond this many bytes a result is refused; it would have to be held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

export async function runStatement(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
): Promise<Completed> {
  // A statement that is kept parsed has kept its constants too, in the zone it was parsed in.
  const isOurs =
    request.mode === 'reading' && request.reuse === 'as-is' && request.timeZone === undefined;
  if (!isOurs || unprepared.has(target)) return runOnce(databases, target, request);
  const began = performance.now();
  try {
    const completed = await runOnce(databases, target, request, takePrepared);
    databases.paces.note(target.id, request.text, performance.now() - began);
    return completed;
  } catch (error) {
    const state = error instanceof Failure ? error.details?.sqlState : undefined;
    if (isLostStatement(state)) unprepared.add(target);
    else if (state !== OUTDATED_STATEMENT) throw error;
    return runOnce(databases, target, request);
  }
}

/** The table was changed in a way that the statement's columns are no longer of the same type. */
const OUTDATED_STATEMENT = '0A000';
const unprepared = new WeakSet<SqlTarget>();
const MOST_PREPARED = 100;

function takePrepared({ prepared }: SqlSession, text: string): Prepared | undefined {
  const known = prepared.get(text);
  if (known || prepared.size >= MOST_PREPARED) return known;
  return { name: `causeway ${prepared.size}` };
}

function runOnce(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
  prepare?: typeof takePrepared,
): Promise<Completed> {
  return databases.sessions.withSession(target, request.signal, async (session) => {
    const prepared = prepare?.(session, request.text);
    const result = await runOnSession({ databases, target, session }, request, prepared);
    if (prepared) session.prepared.set(request.text, { ...prepared, fields: result.fields });
    return { result, reuse: request.reuse };
  });
}

type Held = { databases: SqlDatabases; target: SqlTarget; session: SqlSession };

/** For who holds a session: whoever works in a transaction by hand. */
export async function runOnSession(
  { databases, target, session }: Held,
  request: RunRequest,
  prepared?: Prepared,
): Promise<Completed> {
  checkMode(target, session, request);
  const watch = watchStatement(databases, target, session, request.signal);
  const { onNotice } = request;
  if (onNotice) session.client.on('notice', onNotice);
  try {
    const values = await Promise.race([encodeValues(session, request), watch.stopped]);
    const resetsAfter = request.mode === 'reading' && request.reuse === 'after-reset';
    const statement = new Statement({
      text: request.text,
      ...(prepared && { prepared }),
      values,
      transaction: transactionOf[request.mode],
      readerRole: target.readerRole,
      timeZone: request.timeZone,
      resetsAfter,
      mostRows: request.rowLimit,
      cutsAtLimit: request.cutsAtLimit,
      ...(request.hidden && { hidden: request.hidden }),
      ...(request.rowsAPage && { rowsAPage: request.rowsAPage }),
    });
    session.tap.open({
      rows: statement.rows,
      // Rows nobody gets are not held.
      mostBytes: request.hidden?.areAll ? Infinity : MOST_BYTES,
      party: currentParty(),
      stop: watch.stop,
      ...(request.failsBeyond && { onTooMany: () => watch.stop(tooManyRows(request.rowLimit)) }),
    });
    session.client.query(statement);
    if (resetsAfter) session.sentReset = session.client.query(new SentReset()).done;
    const completed = await Promise.race([statement.completed, watch.stopped]);
    if (request.mode === 'rows' || request.mode === 'trial') {
      // The clock of the statement is not for what we do ourselves.
      watch.pause();
      session.tap.close();
      const query: QueryInTransaction = (statement) => ask(session, watch, statement);
      await request.beforeCommit?.(completed, query).catch((error: unknown) => {
        throw new Interrupted(error);
      });
      if (request.mode === 'rows') await commit(session, watch);
      else await session.client.query('rollback');
    }
    return completed;
  } catch (error) {
    if (error instanceof Interrupted) throw error.cause;
    throw lostOrFailed(error, request);
  } finally {
    watch.end();
    if (onNotice) session.client.off('notice', onNotice);
  }
}

/**
 * A reset gives a session back to its login, so the role of readers is taken on in every read-only
 * transaction, and there is no other kind for them. What was judged has to be what the server reads.
 */
function checkMode({ readerRole }: SqlTarget, { client }: SqlSession, { mode }: RunRequest): void {
  if (readerRole !== undefined && mode !== 'reading') throw new Failure('E_CONNECTOR_READ_ONLY');
  if (mode === 'reading') checkReadsAsWeDo(client);
}

/** What went wrong was not the statement: it is told as it is, not as the database's fault. */
class Interrupted extends Error {
  constructor(cause: unknown) {
    super('Interrupted before the commit', { cause });
  }
}

const ROWS_A_PAGE = 1_000;

export type StatementPage = { fields: pg.FieldDef[]; rows: Buffer };

/**
 * A result of any size, page by page: the next one is fetched when the last one has been taken, so
 * neither side holds more than a page. Only for reading.
 */
export function streamStatement(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
  take: (page: StatementPage) => Promise<void>,
): Promise<Completed> {
  return databases.sessions.withSession(target, request.signal, async (session) => {
    checkMode(target, session, request);
    const watch = watchStatement(databases, target, session, request.signal);
    const party = currentParty();
    const tap = (statement: Statement) =>
      session.tap.open({
        rows: statement.rows,
        mostBytes: MOST_BYTES,
        party,
        stop: watch.stop,
      });
    try {
      const values = await Promise.race([encodeValues(session, request), watch.stopped]);
      const statement: Statement = new Statement({
        text: request.text,
        values,
        transaction: 'read-only',
        readerRole: target.readerRole,
        mostRows: ROWS_A_PAGE,
        onPage: async (rows) => {
          watch.pause();
          // Whoever takes their time keeps no place of large results.
          session.tap.close();
          await take({ fields: statement.fields, rows: Buffer.concat(rows) });
          tap(statement);
          watch.resume();
        },
      });
      tap(statement);
      session.client.query(statement);
      const completed = await Promise.race([statement.completed, watch.stopped]);
      return { result: completed, reuse: request.reuse };
    } catch (error) {
      if (watch.isStopped()) throw error;
      throw lostOrFailed(error, request);
    } finally {
      watch.end();
    }
  });
}

const transactionOf = {
  reading: 'read-only',
  rows: 'begin',
  trial: 'begin',
  alone: 'none',
} as const;

function tooManyRows(limit: number): Failure {
  return new Failure(
    'E_RESULT_TOO_LARGE',
    `The result has more than ${limit} rows. Ask for fewer, or for a stream.`,
  );
}

/** A statement of its own that was cut off may have been done; one in a transaction was not. */
function lostOrFailed(error: unknown, request: RunRequest): Failure {
  const placeOf = (position: number) =>
    request.placeInOriginal(unitsOf(request.text, position - 1)) + 1;
  const failure = asStatementFailure(error, placeOf);
  const isLost = failure.code === 'E_UPSTREAM_UNREACHABLE';
  return isLost && request.mode === 'alone' ? new Failure('E_OUTCOME_UNKNOWN') : failure;
}

const JSON_TYPES = new Set([114, 3802]);

/**
 * Values as the text Postgres reads. An object is JSON. A list is JSON for a json column and an
 * array for every other, so its parameter's type is asked for first.
 */
async function encodeValues(
  { client }: { client: pg.Client },
  { text, values }: Pick<RunRequest, 'text' | 'values'>,
): Promise<(string | null)[]> {
  if (!values.some((value) => Array.isArray(value))) {
    return values.map((value) => encodeValue(value, false));
  }
  const types = client.query(new ParameterTypes(text));
  const found = await types.found;
  return values.map((value, index) => encodeValue(value, JSON_TYPES.has(found[index] ?? 0)));
}

function encodeValue(value: unknown, isJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && !isJson) return encodeArray(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return JSON.stringify(value);
}

function encodeArray(items: unknown[]): string {
  const parts = items.map((item): string => {
    if (item === null || item === undefined) return 'NULL';
    if (Array.isArray(item)) return encodeArray(item);
    const text = encodeValue(item, false) ?? '';
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
  });
  return `{${parts.join(',')}}`;
}

/** A statement of our own that may not stand in a transaction, and answers nothing. */
export async function runAlone(
  databases: SqlDatabases,
  target: SqlTarget,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  await runStatement(databases, target, {
    text,
    values: [],
    mode: 'alone',
    reuse: 'after-reset',
    rowLimit: 1,
    failsBeyond: false,
    cutsAtLimit: false,
    signal,
    placeInOriginal: (place) => place,
  });
}
