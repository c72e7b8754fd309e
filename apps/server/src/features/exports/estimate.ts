import { beginWith } from '#platform/connectors/sql/begin.ts';
import type { SqlDatabases } from '#platform/connectors/sql/databases.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { describeColumns, type ExportColumn } from './columns.ts';
import { failureOf } from './open-export.ts';
import type { PlannedSource } from './source.ts';

const PATIENCE_MS = 10_000;

/** What would be read, without reading it: the columns, and the planner's guess of the rows. */
export async function estimateExport(
  databases: SqlDatabases,
  target: SqlTarget,
  { select }: PlannedSource,
): Promise<{ columns: ExportColumn[]; rows: number | null }> {
  return databases
    .withFresh(target, async ({ client }) => {
      await beginWith(client, 'read only', {
        statement_timeout: PATIENCE_MS,
        lock_timeout: 2_000,
      });
      const columns = await describeColumns(client, select);
      const { rows } = await client.query<string[]>({
        text: `explain (format json) ${select}`,
        rowMode: 'array',
      });
      const [plan] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[];
      return { columns, rows: plan?.Plan?.['Plan Rows'] ?? null };
    })
    .catch((error: unknown) => {
      throw failureOf(error, new AbortController().signal);
    });
}
