import type { OfferedColumn, OfferedTable } from '@causeway/contract/snippets/fit-columns.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export type LiveTable = OfferedTable & { oid: number };
export type LiveSchema = {
  tables: LiveTable[];
  /** Schemas whose tables need no schema in front. */
  path: string[];
};

/** Tables of a reader's database; those of the system answer other questions. */
export function liveSchemaQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['snippets', 'schema', connectorId],
    queryFn: async ({ signal }): Promise<LiveSchema> => {
      const query = { connector: { id: connectorId } };
      const names = await api.call(sqlEditorRoutes.schema, { query }, { signal });
      const tables = names.tables
        .map(([oid, schema, name]) => ({ oid, schema, name }))
        .filter(({ schema }) => !/^(pg_|information_schema$)/.test(schema));
      return { tables, path: names.path };
    },
    staleTime: 60_000,
  });
}

export function liveColumnsQuery(connectorId: string, oids: number[]) {
  return queryOptions({
    queryKey: ['snippets', 'columns', connectorId, oids],
    queryFn: async ({ signal }): Promise<Map<number, OfferedColumn[]>> => {
      if (oids.length === 0) return new Map();
      const body = { connector: { id: connectorId }, tables: oids };
      const found = await api.call(sqlEditorRoutes.columns, { body }, { signal });
      return new Map(
        found.map(([oid, columns]) => [oid, columns.map(([name, type]) => ({ name, type }))]),
      );
    },
    staleTime: 60_000,
    structuralSharing: false,
  });
}

/** `schema.table`, as a choice is named; a table of the usual schema goes by its own name. */
export function tableKey({ schema, name }: OfferedTable): string {
  return JSON.stringify([schema, name]);
}
