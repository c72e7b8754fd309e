import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { ChosenRows, Replacement } from '@causeway/contract/replace.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { beginWith } from '#platform/connectors/sql/begin.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import { conditionOf } from '#platform/connectors/sql/selection.ts';
import { STATEMENT_TIMEOUT_MS } from '#platform/connectors/sql/sessions.ts';
import { keyRowsSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { isJson, planColumns, replaceInJson, type ReplacedColumn } from './expression.ts';

/** A replacement, matched with the table it is about. */
export type OpenedReplacement = {
  opened: OpenedSql;
  table: CatalogTable;
  key: string[];
  columns: ReplacedColumn[];
  /** The extra filter, where there is one. */
  condition: Sql | undefined;
};

/** Who asks, and about which database. */
export type Asking = { opened: OpenedSql; actor: ProjectActor };

export async function openReplacement(
  services: Services,
  { opened, actor }: Asking,
  replacement: Replacement,
): Promise<OpenedReplacement> {
  const name = { schema: replacement.schema, table: replacement.table };
  const table = await services.sqlCatalog.readTable(opened.target, name, 'checked');
  if (!table.key) {
    throw new Failure(
      'E_TABLE_READ_ONLY',
      'Rows of this table can not be told apart, so none could be left out or put back.',
    );
  }
  const columns = planColumns(table, replacement);
  const condition = await conditionOf(services, { opened, table, actor }, replacement);
  return { opened, table, key: table.key, columns, condition };
}

/** Not the rows somebody unticked, or none but those they ticked. */
export function chosenSql(replacement: OpenedReplacement, { excluded, only }: ChosenRows) {
  const names = sql`(${joinSql(
    replacement.key.map((name) => identifier(name)),
    ', ',
  )})`;
  const rest =
    excluded.length > 0 &&
    sql`${names} not in (${keyRowsSql(replacement.table, replacement.key, excluded)})`;
  const some = only && sql`${names} in (${keyRowsSql(replacement.table, replacement.key, only)})`;
  const parts = [rest, some].filter((part) => part instanceof Sql);
  return parts.length > 0 ? joinSql(parts, ' and ') : undefined;
}

export type Query = (statement: Sql) => Promise<(string | null)[][]>;

/**
 * Looks at what would be, on a connection of its own: whatever it takes is rolled back. A pattern
 * that the engine can't come to an end with is stopped by the database.
 */
export async function looking<Result>(
  { databases }: Services,
  { opened, columns }: OpenedReplacement,
  { signal, isReading }: { signal: AbortSignal; isReading: boolean },
  look: (query: Query, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return databases.withFresh(opened.target, async ({ client, cancel }) => {
    const stop = () => void cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      await beginWith(client, '', {
        statement_timeout: opened.target.timeoutMs ?? STATEMENT_TIMEOUT_MS,
        lock_timeout: 5_000,
      });
      if (columns.some(({ column }) => isJson(column))) {
        for (const statement of replaceInJson) await client.query(statement);
      }
      // What is of our own is made; from here on a condition somebody typed can only read.
      if (isReading) await client.query('set transaction read only');
      return await look(async ({ text, values }) => {
        const asked = { text, values: [...values], rowMode: 'array' as const };
        return (await client.query<(string | null)[]>(asked)).rows;
      }, client);
    } catch (error) {
      throw asReplaceFailure(error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
}

/** A wrong pattern is the writer's, and said to be so. */
export function asReplaceFailure(error: unknown): Failure {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '2201B') return new Failure('E_PATTERN_INVALID', message);
  const failure = asStatementFailure(error);
  const isPattern = failure.details?.sqlState === '2201B';
  return isPattern ? new Failure('E_PATTERN_INVALID', failure.message) : failure;
}
