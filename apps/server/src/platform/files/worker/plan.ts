import type { DuckDBConnection } from '@duckdb/node-api';
import { mountTables, unmountTables } from './mount-tables.ts';
import { asProblem } from './problems.ts';
import { type Done, ProblemError, type Work } from './protocol.ts';
import { readNames } from './read-names.ts';
import { prepareBound } from './run.ts';

/** How DuckDB would go about a statement; analyzed, how it went, with the rows thrown away. */
export async function planQuery(
  connection: DuckDBConnection,
  { sql, values, tables, analyze }: Extract<Work, { kind: 'plan' }>,
): Promise<Done['plan']> {
  await readNames(connection, sql);
  const explain = `explain (${analyze ? 'analyze, ' : ''}format json)\n`;
  try {
    await mountTables(connection, tables);
    const prepared = await prepareBound(connection, `${explain}${sql}`, values);
    const told = await prepared.runAndReadAll();
    return String(told.getRows()[0]?.[1] ?? '[]');
  } catch (error) {
    const { problem } = asProblem(error, `${explain}${sql}`);
    const { kind, message, place } = problem;
    // Places count from our own words in front.
    throw new ProblemError(kind, message, place && Math.max(0, place - explain.length));
  } finally {
    await unmountTables(connection, tables);
  }
}
