import { Failure } from '@causeway/contract/errors.ts';
import type { RunParameter } from '@causeway/contract/sql/queries.ts';
import type { QueryRun } from '@causeway/contract/sql/query-runs.ts';
import type { SqlRequest } from '@causeway/contract/sql/sql.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * A statement that was run: what the history tells, and for a while its result, page by page. A
 * snapshot is a run whose result stays.
 */
export type FinishedRun = {
  id: string;
  userId: string;
  projectId: string;
  connectorId: string;
  sql: string;
  parameters: RunParameter[];
  queryId: string | undefined;
  status: QueryRun['status'];
  /** By performance.now(): runs are written down when they end, and listed as they began. */
  startedAt: number;
  milliseconds: number;
  error?: string;
  result?: RunOutcome;
};

export type RunOutcome = {
  command: string;
  rowCount: number;
  loadedRows: number;
  hasMore: boolean;
  fields: unknown[];
  source: unknown;
  /** Rows as JSON text, without the brackets of the list. */
  pages: Buffer[];
};

export async function recordRun(db: Db, run: FinishedRun): Promise<void> {
  const { result } = run;
  await changeRows(
    db,
    sql`with run as (
          insert into query_runs (id, user_id, project_id, connector_id, sql, parameters,
            query_id, status, command, row_count, loaded_rows, has_more, fields, source, error,
            milliseconds, started_at)
          values (${run.id}, ${run.userId}, ${run.projectId}, ${run.connectorId}, ${run.sql},
            ${JSON.stringify(run.parameters)},
            (select id from queries where id = ${run.queryId ?? null}::uuid), ${run.status},
            ${result?.command ?? ''}, ${result?.rowCount ?? 0}, ${result?.loadedRows ?? 0},
            ${result?.hasMore ?? false}, ${JSON.stringify(result?.fields ?? [])},
            ${result?.source ? JSON.stringify(result.source) : null}, ${run.error ?? null},
            ${run.milliseconds}, to_timestamp(${epochSeconds(run.startedAt)}::float8))
          returning id)
        insert into query_run_pages (run_id, page, rows)
        select run.id, page.place - 1, page.rows
        from run, unnest(${textsOf(result?.pages ?? [])}::text[]) with ordinality as page(rows, place)`,
  );
}

function epochSeconds(moment: number): number {
  return (performance.timeOrigin + moment) / 1_000;
}

/** As they were given, in text. */
export function parametersOf(bindings: SqlRequest['bindings'] = {}): RunParameter[] {
  const given: [string, unknown][] = Array.isArray(bindings)
    ? bindings.map((value, place) => [String(place + 1), value])
    : Object.entries(bindings);
  return given.map(([name, value]) => ({ name, value: textOf(value) }));
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON text has no zero byte, which a text of Postgres could not hold. */
function textsOf(pages: Buffer[]): string[] {
  return pages.filter((page) => page.length > 0).map((page) => page.toString());
}

export type RunReader = { userId: string; connectorId: string };

/** A page of somebody's own run, or of a snapshot that is shared. */
export async function readRunPage(
  db: Db,
  { userId, connectorId }: RunReader,
  { runId, page }: { runId: string; page: number },
): Promise<string> {
  const row = await findRow<{ rows: string | null; loaded: number }>(
    db,
    sql`select page.rows, run.loaded_rows as loaded from query_runs run
        left join query_run_pages page on page.run_id = run.id and page.page = ${page}
        where run.id = ${runId} and run.connector_id = ${connectorId}
          and (run.user_id = ${userId} or (run.shared and run.snapshot_name is not null))`,
  );
  if (!row) throw new Failure('E_RESULT_GONE');
  if (row.rows === null && row.loaded > 0) throw new Failure('E_RESULT_GONE');
  return `[${row.rows ?? ''}]`;
}
