import { quoteIdentifier } from '#platform/db/sql.ts';
import { isOfTable, type ScanSession } from '../scanning/session.ts';
import type { Candidate } from './candidate.ts';

const LEAST_SHARE = 0.05;
const LEAST_MS = 100;
const LEAST_CALLS = 50;

/** What takes the server's time, where it counts that itself and shows it to this role. */
export async function readSlowStatements(session: ScanSession): Promise<Candidate[]> {
  const rows = await askCounted(
    session,
    (statements) => `select queryid::text, left(query, 300), calls, mean_exec_time,
        total_exec_time / nullif(sum(total_exec_time) over (), 0)
      from ${statements} order by total_exec_time desc limit 50`,
  );
  return rows.flatMap(([id, statement, calls, mean, share]) => {
    const isGrave =
      Number(share) >= LEAST_SHARE && Number(mean) >= LEAST_MS && Number(calls) >= LEAST_CALLS;
    if (!isGrave || !statement || !/^\s*(select|with|update|insert|delete)/i.test(statement))
      return [];
    const candidate: Candidate = {
      check: 'slow',
      severity: 'medium',
      schema: null,
      table: null,
      columns: [],
      objects: [id ?? ''],
      facts: {
        share: Number(share),
        calls: Number(calls),
        mean: Math.round(Number(mean)),
        statement: statement.replaceAll(/\s+/g, ' '),
      },
      size: Number(share),
      sql: statement,
    };
    return [candidate];
  });
}

/** What the server ran most often, as it was written but for its constants. */
export async function listFrequentStatements(session: ScanSession): Promise<string[]> {
  const rows = await askCounted(
    session,
    (statements) => `select query from ${statements}
      where calls >= ${LEAST_CALLS} and length(query) < 8000 and query ~* '^\\s*(select|with)'
      order by total_exec_time desc limit 100`,
  );
  return rows.flatMap(([query]) => query ?? []);
}

/** Nothing where nobody counts. */
async function askCounted(
  session: ScanSession,
  question: (statements: string) => string,
): Promise<(string | null)[][]> {
  const [place] = await session.ask({
    text: `select space.nspname from pg_extension extension
      join pg_namespace space on space.oid = extension.extnamespace
      where extname = 'pg_stat_statements' and pg_catalog.has_schema_privilege(space.oid, 'usage')`,
    values: [],
  });
  if (!place?.[0]) return [];
  const counted = `(select * from ${quoteIdentifier(place[0])}.pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())) counted`;
  try {
    return await session.ask({ text: question(counted), values: [] });
  } catch (error) {
    // Made, but the server does not count; or an older one, whose columns have other names.
    if (isOfTable(error)) return [];
    throw error;
  }
}
