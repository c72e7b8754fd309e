import { Failure } from '@causeway/contract/errors.ts';
import type { SqlRequest } from '@causeway/contract/sql/sql.ts';
import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import type { BoundStatement } from '@causeway/contract/sql/placeholders.ts';
import { CONDITION } from '@causeway/contract/sql/queries.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { unitsOf } from '#platform/connectors/sql/characters.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import { judgeReading, refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import { type RunRequest, runStatement } from '#platform/connectors/sql/run-statement.ts';
import { ParameterTypes } from '#platform/connectors/sql/statement.ts';
import type { Services } from '#platform/services.ts';
import { prepare, type SqlCall } from '../run-sql.ts';
import type { InTransaction } from './in-transaction.ts';
import { isPreviewable } from './preview.ts';

/** Statements a plan can be made of. */
const planned = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** What a statement would do, what is wrong with it, and what the planner makes of it. */
export async function checkStatement(services: Services, call: SqlCall): Promise<StatementCheck> {
  const { opened } = call;
  await refuseTooPowerful(services, call);
  const nothing: StatementCheck = {
    kind: '',
    isReading: false,
    dangers: [],
    isPreviewable: false,
    parameters: [],
    estimate: null,
    problem: null,
  };
  try {
    const { request } = call;
    const wanted = await services.sqlParser.read('parameters', { sql: request.sql });
    const given = (request.bindings ?? {}) as Record<string, unknown>;
    if (wanted.some(({ name, isName }) => isName && !given[name])) return nothing;
    // Types are asked for by place, and a condition that asks for nothing has none.
    const bindings = Object.fromEntries(
      wanted.map(({ name, isCondition }) => [name, isCondition ? null : (given[name] ?? null)]),
    );
    const bound = await services.sqlParser.bind(request.sql, bindings);
    const inspection = await services.sqlParser.inspect(bound.text).catch((error: unknown) => {
      throw placed(error, bound.placeInOriginal);
    });
    const told = { ...nothing, ...describe(inspection) };
    if (inspection.statements !== 1 || !planned.has(inspection.kind)) return told;
    const values = wanted.filter(({ isName, isCondition }) => !isName && !isCondition);
    const named = await nameTypes(services, opened, call, { bound, values });
    const conditions = wanted.filter(({ isCondition }) => isCondition);
    const parameters = [...named, ...conditions.map(({ name }) => ({ name, type: CONDITION }))];
    const isComplete = values.every(({ name }) => name in given);
    const estimate = isComplete
      ? await estimateOf(services, opened, call, { text: bound.text, bound })
      : null;
    const isShown = await isPreviewable(services, opened, inspection.written);
    return { ...told, isPreviewable: isShown, parameters, estimate };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) };
  }
}

function describe(inspection: Inspection) {
  const { kind, refusal, dangers } = inspection;
  return {
    kind: kind.replace(/Stmt$/, '').toUpperCase(),
    isReading: refusal === undefined,
    dangers,
  };
}

async function nameTypes(
  { databases, typeNames }: Services,
  { target }: OpenedSql,
  { signal }: SqlCall,
  { bound, values }: { bound: BoundStatement; values: { name: string }[] },
): Promise<StatementCheck['parameters']> {
  if (values.length === 0) return [];
  const oids = await databases.sessions.withSession(target, signal, async ({ client }) => {
    const types = client.query(new ParameterTypes(bound.text));
    const result = await types.found.catch((error: unknown) => {
      throw asStatementFailure(error, (position) => placeOf(bound, position));
    });
    return { result, reuse: 'after-reset' };
  });
  const names = await typeNames.of(target, oids);
  return values.map(({ name }, index) => ({ name, type: names.get(oids[index] ?? 0) ?? 'text' }));
}

const EXPLAIN = 'explain (format json) ';

async function estimateOf(
  services: Services,
  opened: OpenedSql,
  call: SqlCall,
  { text, bound }: { text: string; bound: BoundStatement },
): Promise<StatementCheck['estimate']> {
  const inspection = await services.sqlParser.inspect(`${EXPLAIN}${text}`);
  // What the planner would compute in advance must not be more than reading either.
  const { refusal, reuse } = await judgeReading(services, opened, inspection);
  if (refusal) return null;
  const completed = await runStatement(services.databases, opened.target, {
    text: `${EXPLAIN}${text}`,
    values: bound.values,
    mode: 'reading',
    reuse,
    rowLimit: 10,
    failsBeyond: false,
    cutsAtLimit: false,
    signal: call.signal,
    placeInOriginal: (place) => bound.placeInOriginal(Math.max(0, place - EXPLAIN.length)),
  });
  const [{ Plan: plan }] = JSON.parse(completed.rows.first()[0] ?? '[{}]') as [
    {
      Plan?: {
        'Plan Rows'?: number;
        'Total Cost'?: number;
        'Node Type'?: string;
        Plans?: unknown[];
      };
    },
  ];
  if (!plan) return null;
  // A write without RETURNING gives no rows itself: those it touches are what counts.
  const below = plan['Node Type'] === 'ModifyTable' ? (plan.Plans?.[0] as typeof plan) : plan;
  return { rows: below?.['Plan Rows'] ?? 0, cost: plan['Total Cost'] ?? 0 };
}

/** The plan as Postgres tells it in JSON. Analyzed, the statement runs and is rolled back. */
export async function planStatement(
  services: Services,
  call: SqlCall,
  { analyze, inside }: { analyze: boolean; inside?: InTransaction | undefined },
): Promise<{ plan: unknown; milliseconds: number }> {
  const { opened } = call;
  await refuseTooPowerful(services, call);
  const asks = analyze ? 'anything' : 'reading';
  const request = analyze ? call.request : explained(call.request, EXPLAIN);
  const prepared = await prepare(services, { ...call, asks, request });
  if (analyze && !planned.has(prepared.inspection.kind)) {
    throw withoutPlan();
  }
  const prefix = analyze ? 'explain (analyze, buffers, format json) ' : '';
  const startedAt = performance.now();
  const onlyReads = prepared.request.mode === 'reading';
  const asked: RunRequest = {
    ...prepared.request,
    text: `${prefix}${prepared.request.text}`,
    mode: onlyReads ? 'reading' : 'trial',
    placeInOriginal: (place) =>
      prepared.request.placeInOriginal(Math.max(0, place - prefix.length)) -
      (analyze ? 0 : EXPLAIN.length),
  };
  const completed = inside
    ? await inside.tryOut(
        ({ run }) => run(asked),
        onlyReads ? { readerRole: opened.target.readerRole } : undefined,
      )
    : await runStatement(services.databases, opened.target, asked);
  const milliseconds = performance.now() - startedAt;
  const plan = JSON.parse(completed.rows.first()[0] ?? '[]') as unknown[];
  // EXPLAIN takes a REFRESH too, and says of it that it is a utility statement.
  if (typeof plan[0] !== 'object') throw withoutPlan();
  return { plan, milliseconds };
}

function withoutPlan(): Failure {
  return new Failure('E_SQL_FAILED', 'Only statements about rows have a plan.');
}

function explained(request: SqlRequest, prefix: string): SqlRequest {
  return { ...request, sql: `${prefix}${request.sql}` };
}

function placeOf({ text, placeInOriginal }: BoundStatement, position: number): number {
  return placeInOriginal(unitsOf(text, position - 1)) + 1;
}

function placed(error: unknown, placeInOriginal: (place: number) => number): unknown {
  if (!(error instanceof Failure) || typeof error.details?.place !== 'number') return error;
  const position = placeInOriginal(error.details.place) + 1;
  return new Failure(error.code, error.message, { position });
}

/** What the statement is to blame for is an answer; everything else is a failure of the call. */
const blamed = /^E_(SQL_|TABLE_|COLUMN_)/;

function problemOf(error: unknown): StatementCheck['problem'] {
  if (!(error instanceof Failure) || !blamed.test(error.code)) throw error;
  const position = error.details?.position;
  return {
    code: error.code,
    message: error.message,
    ...(typeof position === 'number' && { position }),
  };
}
