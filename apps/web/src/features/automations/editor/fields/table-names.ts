import { type SchemaNames, sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Tables to complete in a step's SQL, as they are written there. */
export function tableNamesQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['workflow-editor', 'tables', connectorId],
    queryFn: async ({ signal }) => {
      const query = { connector: { id: connectorId } };
      return completedTables(await api.call(sqlEditorRoutes.schema, { query }, { signal }));
    },
    staleTime: 60_000,
  });
}

/**
 * Those of the connection's own schemas by their name alone, all others behind their schema. A dot
 * within a name is escaped, since the completion reads one as the end of a schema.
 */
export function completedTables({ tables, path }: Pick<SchemaNames, 'tables' | 'path'>): string[] {
  const plain = (name: string) => name.replaceAll('.', '\\.');
  return tables
    .filter(([, schema]) => !/^(pg_|information_schema$)/.test(schema))
    .map(([, schema, name]) =>
      path.includes(schema) ? plain(name) : `${plain(schema)}.${plain(name)}`,
    );
}
