import { Failure } from '@causeway/contract/errors.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { judgeReading } from '#platform/connectors/sql/reading.ts';
import { runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Services } from '#platform/services.ts';
import type { ScanSession } from '../scanning/session.ts';

/** fine: the database would run it, by this plan. broken: it says why not. unknown: nobody can tell from here. */
export type Proof =
  | { kind: 'fine'; plan: string }
  | { kind: 'broken'; message: string }
  | { kind: 'unknown' };

/** Tables, columns, functions and operators that are not there, types that don't fit, and schemas. */
const missing = new Set(['42P01', '42703', '42883', '42804', '42846', '3F000']);
const EXPLAIN = 'explain (format json, verbose) ';
const planned = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const unknown: Proof = { kind: 'unknown' };

/** Asks the planner: it resolves every name, and runs nothing. Parameters are left empty. */
export async function explainStatement(
  services: Services,
  opened: OpenedSql,
  { sql, signal }: { sql: string; signal: AbortSignal },
): Promise<Proof> {
  try {
    const allowed = await findPlannable(services, opened, sql);
    if (!allowed) return unknown;
    const { rows } = await runStatement(services.databases, opened.target, {
      text: `${EXPLAIN}${allowed.text}`,
      values: allowed.values,
      mode: 'reading',
      reuse: allowed.reuse,
      rowLimit: 1,
      failsBeyond: false,
      cutsAtLimit: false,
      signal,
      placeInOriginal: (place) => place,
    });
    return { kind: 'fine', plan: rows.first()[0] ?? '[]' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isBroken = missing.has(String(error.details?.sqlState));
    return isBroken ? { kind: 'broken', message: error.message.slice(0, 300) } : unknown;
  }
}

/**
 * The plan for any values of the parameters: one for empty values would find nothing, and so need no
 * index. Made on the connection of the scan, which only reads; names are found there as for everybody.
 */
export async function explainForAny(
  services: Services,
  { opened, session }: { opened: OpenedSql; session: ScanSession },
  sql: string,
): Promise<string | undefined> {
  const ask = (text: string) => session.ask({ text, values: [] });
  try {
    const allowed = await findPlannable(services, opened, sql);
    if (!allowed) return undefined;
    await ask('reset search_path');
    await ask('set plan_cache_mode = force_generic_plan');
    await ask(`prepare causeway_plan as ${allowed.text}`);
    const [counted] = await ask(
      `select cardinality(parameter_types) from pg_prepared_statements where name = 'causeway_plan'`,
    );
    const values = Array.from({ length: Number(counted?.[0]) }, () => 'null').join(', ');
    const [row] = await ask(`${EXPLAIN}execute causeway_plan${values && `(${values})`}`);
    return row?.[0] ?? undefined;
  } catch (error) {
    if (error instanceof Failure && error.code !== 'E_QUERY_CANCELLED') return undefined;
    throw error;
  } finally {
    await ask('deallocate all');
    await ask('set search_path = pg_catalog');
  }
}

/** With its parameters as the server takes them, if it may be asked about at all. */
async function findPlannable(services: Services, opened: OpenedSql, sql: string) {
  const { sqlParser } = services;
  const wanted = await sqlParser.read('parameters', { sql });
  if (wanted.some(({ isName }) => isName)) return undefined;
  const empty = Object.fromEntries(wanted.map(({ name }) => [name, null]));
  const { text, values } = await sqlParser.bind(sql, empty);
  const inside = await sqlParser.inspect(text);
  if (inside.statements !== 1 || !planned.has(inside.kind)) return undefined;
  const explained = await sqlParser.inspect(`${EXPLAIN}${text}`);
  const { refusal, reuse } = await judgeReading(services, opened, explained);
  return refusal === undefined ? { text, values, reuse } : undefined;
}
