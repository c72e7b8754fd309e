import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { RowKey, sort } from '@causeway/contract/tables/tables.ts';
import type { z } from 'zod';

type SeenRow = Record<string, string | number | boolean | null>;
type ExportedColumn = { name: string; label: string };

/** What somebody looks at when they ask for an export. */
export type ExportSubject =
  | {
      kind: 'table';
      schema: string;
      table: string;
      /** What people call it. */
      title: string;
      columns: ExportedColumn[];
      /** Those on screen, in their order. */
      shown: string[];
      filter: Filter | undefined;
      where: string;
      sorts: z.output<typeof sort>[];
      /** Rows that are ticked, by their key. */
      selectedKeys: RowKey[];
      /** Where rows have no key: all that is on screen of those that are ticked. */
      selectedRows: SeenRow[];
    }
  | { kind: 'query'; sql: string; title: string; isInProjectZone?: boolean };

export type ExportedTable = Extract<ExportSubject, { kind: 'table' }>;

export function isFiltered({ filter, where }: ExportedTable): boolean {
  return filter !== undefined || where.trim() !== '';
}

export function countSelected({ selectedKeys, selectedRows }: ExportedTable): number {
  return selectedKeys.length + selectedRows.length;
}
