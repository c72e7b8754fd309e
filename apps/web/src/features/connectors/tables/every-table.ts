import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { settingsNameOf, type TableName } from '@causeway/contract/tables/names.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** A table as the settings call it. */
export type KnownTable = TableName & { key: string };

/** Tables of every schema people work with, hidden ones too, those of the default schema first. */
export function everyTableQuery({ projectId, id }: Connector) {
  const connector = { id };
  return queryOptions({
    queryKey: ['connectors', projectId, id, 'every-table'],
    queryFn: async ({ signal }): Promise<KnownTable[]> => {
      const schemas = await api.call(tableRoutes.schemas, { query: { connector } }, { signal });
      const own = schemas
        .filter(({ isSystem, tables }) => !isSystem && tables > 0)
        .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
      const lists = await Promise.all(
        own.map(async ({ name: schema }) => {
          const query = { connector, schema, hidden: 'true' as const };
          const { tables } = await api.call(tableRoutes.list, { query }, { signal });
          return tables.map(({ name: table }) => ({
            schema,
            table,
            key: settingsNameOf({ schema, table }),
          }));
        }),
      );
      return lists.flat();
    },
  });
}

export function columnsQuery({ projectId, id }: Connector, { schema, table }: TableName) {
  return queryOptions({
    queryKey: ['connectors', projectId, id, 'tables', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.discover,
        { params: { table }, query: { connector: { id }, schema } },
        { signal },
      ),
  });
}
