import { Failure } from '@causeway/contract/errors.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { judgeReading } from '#platform/connectors/sql/reading.ts';
import { runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Services } from '#platform/services.ts';

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
  const { sqlParser } = services;
  try {
    const wanted = await sqlParser.read('parameters', { sql });
    if (wanted.some(({ isName }) => isName)) return unknown;
    const bound = await sqlParser.bind(
      sql,
      Object.fromEntries(wanted.map(({ name }) => [name, null])),
    );
    const inside = await sqlParser.inspect(bound.text);
    if (inside.statements !== 1 || !planned.has(inside.kind)) return unknown;
    const text = `${EXPLAIN}${bound.text}`;
    const { refusal, reuse } = await judgeReading(services, opened, await sqlParser.inspect(text));
    if (refusal !== undefined) return unknown;
    const { rows } = await runStatement(services.databases, opened.target, {
      text,
      values: bound.values,
      mode: 'reading',
      reuse,
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
