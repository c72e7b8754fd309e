import { fileRoutes, writtenFile } from '@causeway/contract/sql/files.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { sqlRoutes, type SqlResult } from '@causeway/contract/sql/sql.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { queryOptions } from '@tanstack/react-query';
import { runFiles } from '#domain/files/run-files.ts';
import { api } from '#platform/api/api.ts';
import type { Column } from './detect-columns.ts';
import { type Reference, referencesOf } from './by-reference.ts';
import { quote } from './quote.ts';
import type { FileSource } from './suggest-tiles.ts';

/** What a dashboard is made over: a table of a database, or a file of a bucket. */
export type WizardSource = {
  connectorId: string;
  /** What people call it. */
  label: string;
  name: { schema: string; table: string };
  /** As a statement names it. */
  from: string;
  columns: Column[];
  /** To tables that have names for its rows. */
  references: Reference[];
  file: FileSource | undefined;
  read(asked: Read, signal: AbortSignal): Promise<Found>;
  /** What the planner thinks it costs, before anything is run; undefined where nobody plans. */
  cost?(asked: Read, signal: AbortSignal): Promise<number>;
};

type Read = { sql: string; bindings: Record<string, string | null>; rowLimit: number };
type Found = Pick<SqlResult, 'fields' | 'rows' | 'hasMore'>;

export function tableSource(connectorId: string, table: TableDetails): WizardSource {
  const { schema, name, label, columns } = table;
  return {
    connectorId,
    label,
    name: { schema, table: name },
    from: `${quote(schema)}.${quote(name)}`,
    columns,
    references: referencesOf(table),
    file: undefined,
    read: (asked, signal) =>
      api.call(sqlRoutes.read, { body: { connector: { id: connectorId }, ...asked } }, { signal }),
    cost: async ({ sql, bindings }, signal) => {
      const body = { connector: { id: connectorId }, sql, bindings };
      return costOf((await api.call(sqlEditorRoutes.plan, { body }, { signal })).plan);
    },
  };
}

export function fileSource(
  connectorId: string,
  path: string,
  columns: { name: string; type: string }[],
): WizardSource {
  const from = writtenFile(path);
  const label = path.split('/').at(-1) ?? path;
  return {
    connectorId,
    label,
    name: { schema: '', table: label },
    from,
    columns: columns.map(columnOf),
    references: [],
    file: { from },
    read: async (asked, signal) => {
      const body = { connector: { id: connectorId }, ...asked };
      const { fields, rows, hasMore } = await runFiles(body, { signal, onProgress: () => {} });
      return { fields, rows, hasMore };
    },
  };
}

/** As Postgres tells a plan in JSON. */
export function costOf(plan: unknown): number {
  const [first] = plan as [{ Plan?: { 'Total Cost'?: number } }?];
  return first?.Plan?.['Total Cost'] ?? 0;
}

/** Columns of a file; small ones tell them at once, of larger ones a look at no row does. */
export function fileSourceQuery(connectorId: string, path: string) {
  return queryOptions({
    queryKey: ['dashboard-wizard', connectorId, 'file', path],
    queryFn: async ({ signal }) => {
      const name = writtenFile(path);
      const body = { connector: { id: connectorId }, names: [path] };
      const [described] = await api.call(fileRoutes.columns, { body }, { signal });
      if (described?.columns) return fileSource(connectorId, path, described.columns);
      const looked = { connector: { id: connectorId }, sql: `select * from ${name} limit 0` };
      const { fields } = await runFiles(looked, { signal, onProgress: () => {} });
      return fileSource(connectorId, path, fields);
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
}

const numbers = ['int', 'float', 'double', 'decimal', 'numeric', 'real'];
const times = ['timestamp', 'date'];

/** The types of DuckDB by those of Postgres, as far as it matters here. */
function columnOf({ name, type }: { name: string; type: string }): Column {
  const word = type.toLowerCase();
  const has = (parts: readonly string[]) => parts.some((part) => word.includes(part));
  const column = { name, constraintType: null };
  if (word.includes('[') || word.startsWith('struct'))
    return { ...column, category: 'A', typeName: word };
  if (has(times))
    return { ...column, category: 'D', typeName: word === 'date' ? 'date' : 'timestamp' };
  if (has(numbers)) return { ...column, category: 'N', typeName: 'numeric' };
  return { ...column, category: word.startsWith('bool') ? 'B' : 'S', typeName: 'text' };
}
