import {
  type Impact,
  intelligenceRoutes,
  type PlannedChange,
} from '@causeway/contract/intelligence/intelligence.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Source } from '../tables-query.ts';
import type { ColumnDraft } from './change-sql.ts';
import type { Droppable } from './changing.ts';

/** What a dialog is about to do to names and types others rely on. */
export type Planned = {
  table: TableName;
  changes: PlannedChange[];
  /** What of the database uses the table. */
  usedBy: TableStructure['usedBy'];
};

export function plannedForColumn(column: TableColumn, after: ColumnDraft): PlannedChange[] {
  const { name } = column;
  return [
    ...(after.name.trim() === name ? [] : [{ kind: 'column-renamed' as const, column: name }]),
    ...(after.type.trim() === column.exactType
      ? []
      : [{ kind: 'column-retyped' as const, column: name }]),
  ];
}

export function plannedDrop(what: Droppable, name: string): PlannedChange[] {
  if (what === 'table') return [{ kind: 'table-gone' }];
  return what === 'column' ? [{ kind: 'column-gone', column: name }] : [];
}

/** Asked anew for each dialog: what a minute ago used nothing may use it now. */
export function impactQuery({ projectId, connectorId }: Source, { table, changes }: Planned) {
  return queryOptions({
    queryKey: ['impact', projectId, connectorId, table.schema, table.table, changes],
    queryFn: ({ signal }): Promise<Impact> =>
      api.call(
        intelligenceRoutes.impact,
        { params: { projectId }, body: { connectorId, ...table, changes } },
        { signal },
      ),
    staleTime: 5_000,
    retry: false,
  });
}

type Used = Planned['usedBy'][number];

export type Standing = {
  /** The database does nothing as long as these need it. */
  refusing: TableStructure['usedBy'];
  /** Functions know tables by their words, which nobody follows; a key goes on where both types fit. */
  doubtful: TableStructure['usedBy'];
};

/** What of the database stands in the way. Views and keys follow a new name by themselves. */
export function findStanding({ changes, usedBy }: Pick<Planned, 'changes' | 'usedBy'>): Standing {
  const refuses = (change: PlannedChange) =>
    change.kind !== 'table-renamed' && change.kind !== 'column-renamed';
  const uses = (one: Used, change: PlannedChange) =>
    !('column' in change) || one.columns.includes(change.column);
  const mayFit = (one: Used, { kind }: PlannedChange) =>
    one.kind === 'table' && kind === 'column-retyped';
  return {
    refusing: usedBy.filter((one) => {
      const stops = (each: PlannedChange) => refuses(each) && !mayFit(one, each) && uses(one, each);
      return one.kind !== 'function' && changes.some(stops);
    }),
    doubtful: usedBy.filter((one) => {
      return one.kind === 'function'
        ? changes.some(({ kind }) => kind !== 'column-retyped')
        : changes.some((each) => mayFit(one, each) && uses(one, each));
    }),
  };
}
