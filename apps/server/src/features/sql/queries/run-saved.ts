import {
  MOST_SHOWN_ROWS,
  type QueryRows,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import type { SavedRun, SavedRunner } from '#platform/queries/saved-run.ts';
import type { Services } from '#platform/services.ts';
import type { StoredQuery } from './saved.ts';

type Asked = Pick<SavedRun, 'db' | 'actor' | 'signal'> & {
  query: StoredQuery;
  parameters: RunParameter[];
  maxAge: number | undefined;
};

/**
 * The rows of a saved query for whoever uses it, as JSON text, with the moment they were true. The
 * query was read for the caller and the connector admits them before anything kept is looked at.
 */
export async function runSavedQuery(
  services: Services,
  runner: SavedRunner,
  { query, parameters, maxAge, ...call }: Asked,
): Promise<Buffer> {
  const statement = {
    sql: query.sql,
    bindings: await bindingsOf(services, query, parameters),
    rowLimit: MOST_SHOWN_ROWS,
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
