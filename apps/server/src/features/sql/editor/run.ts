import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  RESULT_PAGE_ROWS,
  type RunMessage,
  type RunResult,
  type sqlEditorRoutes,
} from '@causeway/contract/sql/editor.ts';
import type { RouteParsed } from '@causeway/contract/route.ts';
import type { Actor } from '#platform/access/actor.ts';
import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import {
  type FinishedRun,
  parametersOf,
  recordRun,
  type RunOutcome,
} from '#platform/queries/runs.ts';
import type { Once } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';
import {
  describeFields,
  prepare,
  type Prepared,
  recordedStatement,
  runPrepared,
  type SqlCall,
} from '../run-sql.ts';
import { findSource } from './source.ts';
import type { Owner, Transactions } from './transactions.ts';

type RunBody = RouteParsed<typeof sqlEditorRoutes.run>['body'];
export type EditorCall = Omit<SqlCall, 'request' | 'asks'> & { body: RunBody; once: Once };

/**
 * Runs one statement for the editor: the answer has the first page, the others are kept and asked
 * for later. What was run, and how it ended, is in the caller's history.
 */
export async function runInEditor(
  services: Services,
  transactions: Transactions,
  call: EditorCall,
): Promise<Buffer> {
  const { body } = call;
  const sqlCall: SqlCall = {
    ...call,
    request: { sql: body.sql, bindings: body.bindings, connector: body.connector, screen: 'sql' },
    asks: body.readOnly ? 'reading' : 'anything',
    // Whoever holds the key to a locked tab: until it is opened they are one who only reads.
    opened: body.readOnly ? asReader(call.opened) : call.opened,
  };
  await refuseTooPowerful(services, sqlCall);
  const run = startRun(call);
  if (body.transactionId !== undefined) {
    await endWithoutRights(transactions, call, body.transactionId);
  }
  try {
    const prepared = await prepare(services, sqlCall);
    refuseUnconfirmed(prepared, body);
    const execution = { services, transactions, call: sqlCall, body, run };
    return await actOnce(call, prepared, (how) => performAndKeep({ ...execution, prepared: how }));
  } catch (error) {
    recordFailure(services, run, error);
    throw error;
  }
}

/**
 * Rights are looked at for every statement of a transaction by hand and for its end: who lost them
 * meanwhile, or works on a connector that may only be read by now, writes nothing of it.
 */
export async function endWithoutRights(
  transactions: Transactions,
  { actor, opened }: Pick<SqlCall, 'actor' | 'opened'>,
  transactionId: string,
): Promise<void> {
  const { readOnly } = opened.connector.settings;
  if (can(actor.project.role, 'sql.write') && !readOnly) return;
  await transactions.end(ownerOf(actor, opened), transactionId, 'rollback');
  throw new Failure(
    readOnly ? 'E_CONNECTOR_READ_ONLY' : 'E_FORBIDDEN',
    'You may not write here any more, so the transaction was rolled back.',
  );
}

/**
 * What is proven to only read runs in a read-only transaction, and nothing remembers its key: asking
 * again does no harm. Where a view or a cast writes all the same, the database refuses before
 * anything has happened, and the statement runs like any other.
 */
async function actOnce(
  { body, once }: EditorCall,
  prepared: Prepared,
  act: (how: Prepared) => Promise<Buffer>,
): Promise<Buffer> {
  if (body.transactionId !== undefined || !onlyReads(prepared)) return once(() => act(prepared));
  try {
    return await act({ ...prepared, request: { ...prepared.request, mode: 'reading' } });
  } catch (error) {
    const mayWrite = prepared.request.mode !== 'reading';
    if (mayWrite && isRefusedWrite(error)) return once(() => act(prepared));
    throw error;
  }
}

/** Functions of which nothing is known may do more than a read-only transaction could undo. */
function onlyReads({ inspection, request }: Prepared): boolean {
  const isKnown = inspection.refusal === undefined && inspection.leavesNoTrace;
  return isKnown || request.mode === 'reading';
}

function isRefusedWrite(error: unknown): boolean {
  return error instanceof Failure && error.code === 'E_SQL_READ_ONLY';
}

async function performAndKeep(execution: Execution): Promise<Buffer> {
  const { services, call, prepared, run } = execution;
  const answer = await perform(execution);
  if (prepared.inspection.changesSchema) await forgetCatalog(services, call.opened.target.id);
  const { outcome, milliseconds } = answer;
  const kept = recordRun(services.db, { ...run, status: 'done', milliseconds, result: outcome });
  // Pages beyond the first have to be there when they are asked for; nobody waits for the rest.
  if (outcome.pages.length > 1) await kept;
  else kept.catch((error: unknown) => services.logger.warn({ err: error }, 'history'));
  return encode(run.id, answer);
}

type Performed = {
  outcome: RunOutcome;
  milliseconds: number;
  messages: RunMessage[];
  transaction: RunResult['transaction'];
};
type Execution = {
  services: Services;
  transactions: Transactions;
  call: SqlCall;
  body: RunBody;
  prepared: Prepared;
  run: StartedRun;
};

async function perform(execution: Execution): Promise<Performed> {
  const { services, transactions, call, body, prepared } = execution;
  const { opened } = call;
  const { inspection } = prepared;
  const { transactionId } = body;
  const owner = ownerOf(call.actor, opened);
  const messages: RunMessage[] = [];
  const startedAt = performance.now();
  const done = (outcome: RunOutcome, id: string | undefined): Performed => ({
    outcome,
    milliseconds: performance.now() - startedAt,
    messages,
    transaction: (id !== undefined && transactions.find(owner, id)) || null,
  });

  const step = inspection.transactionStep;
  if (step === 'begin' && transactionId === undefined) {
    const opening = await transactions.open(owner, opened.target, AbortSignal.timeout(10_000));
    return done(nothingBut('BEGIN'), opening.id);
  }
  if (transactionId !== undefined && (step === 'commit' || step === 'rollback')) {
    await transactions.end(owner, transactionId, step);
    return done(nothingBut(step.toUpperCase()), undefined);
  }
  const request = {
    ...prepared.request,
    rowLimit: Math.min(body.rowLimit, prepared.request.rowLimit),
    failsBeyond: false,
    // Rows a write returns are all made anyway, and its count comes only after the last of them.
    cutsAtLimit: inspection.kind === 'SelectStmt',
    rowsAPage: RESULT_PAGE_ROWS,
    onNotice: (notice: Partial<RunMessage>) => messages.push(messageOf(notice)),
  };
  const completed =
    transactionId === undefined
      ? await runPrepared(services, call, { inspection, request })
      : await transactions.run(owner, transactionId, {
          request,
          recorded: await recordedStatement(services, call, prepared),
          mayRecover: step === 'inside',
          ...(request.mode === 'reading' && {
            onlyReads: { readerRole: opened.target.readerRole },
          }),
        });
  return done(await outcomeOf(services, opened, prepared, completed), transactionId);
}

async function outcomeOf(
  services: Services,
  opened: OpenedSql,
  { inspection }: Prepared,
  { fields, rows, command, rowCount }: Completed,
): Promise<RunOutcome> {
  const described = await describeFields(services.typeNames, opened.target, fields);
  const { namedOnce } = inspection;
  const mayEdit = inspection.kind === 'SelectStmt' && !opened.connector.settings.readOnly;
  return {
    command: command === '' ? inspection.kind.replace(/Stmt$/, '').toUpperCase() : command,
    rowCount: command === '' ? rows.count : rowCount,
    loadedRows: rows.count,
    hasMore: rows.hasMore,
    fields: described,
    source: mayEdit
      ? await findSource(services, opened.target, { fields: described, namedOnce })
      : null,
    pages: rows.takePages(),
  };
}

function nothingBut(command: string): RunOutcome {
  return {
    command,
    rowCount: 0,
    loadedRows: 0,
    hasMore: false,
    fields: [],
    source: null,
    pages: [],
  };
}

function messageOf({ severity, message, detail, hint }: Partial<RunMessage>): RunMessage {
  return {
    severity: severity ?? 'NOTICE',
    message: message ?? '',
    ...(detail && { detail }),
    ...(hint && { hint }),
  };
}

export function ownerOf(actor: Actor, { target }: OpenedSql): Owner {
  return { userId: actor.user.id, connectorId: target.id };
}

function refuseUnconfirmed({ inspection, request }: Prepared, body: RunBody): void {
  if (inspection.dangers.length === 0 || body.confirmed || request.mode === 'reading') return;
  throw new Failure('E_SQL_UNCONFIRMED', undefined, { dangers: inspection.dangers });
}

type StartedRun = Omit<FinishedRun, 'status' | 'milliseconds'>;

function startRun({ actor, opened, body }: EditorCall): StartedRun {
  return {
    id: crypto.randomUUID(),
    userId: actor.user.id,
    projectId: actor.project.id,
    connectorId: opened.target.id,
    sql: body.sql,
    parameters: parametersOf(body.bindings),
    queryId: body.queryId,
    startedAt: performance.now(),
  };
}

/** A question asked back is no failure, and neither is a statement that was never run. */
const untold = new Set(['E_SQL_UNCONFIRMED', 'E_SQL_EMPTY', 'E_TRANSACTION_NOT_FOUND']);

function recordFailure({ db, logger }: Services, run: StartedRun, error: unknown): void {
  if (!(error instanceof Failure) || untold.has(error.code)) return;
  const milliseconds = performance.now() - run.startedAt;
  const status = error.code === 'E_QUERY_CANCELLED' ? 'cancelled' : 'failed';
  recordRun(db, { ...run, status, milliseconds, error: error.message }).catch((reason: unknown) =>
    logger.warn({ err: reason }, 'history'),
  );
}

function encode(runId: string, { outcome, milliseconds, messages, transaction }: Performed) {
  const { pages, fields, source, command, rowCount, loadedRows, hasMore } = outcome;
  const head = { runId, fields, rowCount, command, loadedRows, hasMore, source };
  const tail = { milliseconds, messages, transaction };
  const text = JSON.stringify({ ...head, ...tail });
  return Buffer.concat([
    Buffer.from(`${text.slice(0, -1)},"rows":[`),
    pages[0] ?? Buffer.alloc(0),
    Buffer.from(']}'),
  ]);
}
