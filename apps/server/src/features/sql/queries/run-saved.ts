import { Failure } from '@causeway/contract/errors.ts';
import type {
  Behind,
  Fold,
  PartOfTime,
  PivotTotals,
  QueryRows,
  ResultCondition,
  RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import type { SavedRun, SavedRunner } from '#platform/queries/saved-run.ts';
import type { Services } from '#platform/services.ts';
import { writeAround } from './around.ts';
import type { StoredQuery } from './saved.ts';

type Asked = Pick<SavedRun, 'db' | 'actor' | 'signal'> & {
  query: StoredQuery;
  parameters: RunParameter[];
  maxAge: number | undefined;
  rowLimit: number;
  where: ResultCondition[];
  fold: Fold | undefined;
  behind: Behind | undefined;
  part: PartOfTime | undefined;
  totals: PivotTotals | undefined;
};

/**
 * The rows of a saved query for whoever uses it, as JSON text, with the moment they were true. The
 * query was read for the caller and the connector admits them before anything kept is looked at.
 */
export async function runSavedQuery(
  services: Services,
  runner: SavedRunner,
  asked: Asked,
): Promise<Buffer> {
  const missed: string[] = [];
  for (let { where } = asked; ;) {
    try {
      const body = await runAround(services, runner, { ...asked, where });
      if (missed.length === 0) return body;
      const told = `{"notApplied":${JSON.stringify(missed)},`;
      return Buffer.concat([Buffer.from(told), body.subarray(1)]);
    } catch (error) {
      const missing = missingOf(error, where);
      if (missing.length === 0) throw error;
      // A query without the column is shown as it is, and says that it is not narrowed. The database
      // names one that is missing at a time.
      missed.push(...missing);
      where = where.filter(({ column }) => !missing.includes(column));
    }
  }
}

/** As Postgres says it, and as DuckDB does of files. */
function missingOf(error: unknown, where: readonly ResultCondition[]): string[] {
  if (!(error instanceof Failure)) return [];
  const { code, message } = error;
  return where.flatMap(({ column }) => {
    const isMissing =
      code === 'E_COLUMN_NOT_FOUND'
        ? message.includes(`shown.${column} `)
        : message.includes(`"shown" does not have a column named "${column}"`);
    return isMissing ? [column] : [];
  });
}

async function runAround(
  services: Services,
  runner: SavedRunner,
  { query, parameters, maxAge, rowLimit, where, fold, behind, part, totals, ...call }: Asked,
): Promise<Buffer> {
  const [only] =
    where.length > 0 || fold || behind || part || totals
      ? await services.sqlParser.read('statements', { sql: query.sql })
      : [{ text: query.sql }];
  const around = writeAround(only?.text ?? query.sql, { where, fold, behind, part, totals });
  const statement = {
    sql: around.sql,
    bindings: { ...(await bindingsOf(services, query, parameters)), ...around.bindings },
    rowLimit,
    timeZone: await readTimeZone(call.db, call.actor.project),
  };
  const run = (signal: AbortSignal) => rowsOf(services, runner, { ...call, ...statement, signal });
  if (maxAge === undefined) return named(query, await run(call.signal));
  const rights = await runner.admit(services, call);
  const body = await services.sharedResults.read({
    projectId: call.actor.project.id,
    connectorId: query.connectorId,
    about: [rights, { ...statement, bindings: Object.entries(statement.bindings).toSorted() }],
    maxAgeMs: maxAge * 1_000,
    signal: call.signal,
    run,
  });
  return named(query, body);
}

async function rowsOf(services: Services, runner: SavedRunner, run: SavedRun): Promise<Buffer> {
  const asOf = new Date().toISOString();
  const startedAt = performance.now();
  const { fields, rows, hasMore } = await runner.run(services, run);
  const milliseconds = performance.now() - startedAt;
  const head: Omit<QueryRows, 'rows' | 'fields' | 'version'> & { fields: unknown[] } = {
    fields,
    hasMore,
    asOf,
    milliseconds,
  };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`),
    rows,
    Buffer.from(']}'),
  ]);
}

/** Rows are shared by what was asked; which version asked so is the caller's own. */
function named({ version }: StoredQuery, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"version":${version},`), body.subarray(1)]);
}

/** What the caller wants, else what was saved; only what the statement names. */
async function bindingsOf(
  { sqlParser }: Services,
  { sql, parameters }: StoredQuery,
  wanted: RunParameter[],
) {
  const named = await sqlParser.read('parameters', { sql });
  const values = new Map([...parameters, ...wanted].map(({ name, value }) => [name, value]));
  return Object.fromEntries(named.map(({ name }) => [name, values.get(name) ?? null]));
}
