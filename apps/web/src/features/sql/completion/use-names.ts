import { MOST_TABLES_ASKED, sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { createNamesIndex, type NamedTable, type NamesIndex } from './names-index.ts';

/** Below it every column is fetched at once; beyond, only those of tables somebody mentions. */
const FEW_TABLES = 400;

/** Names of the live schema, ready to be searched. */
export type LiveNames = {
  index: NamesIndex;
  /** Resolves when the columns of these tables are in the index. */
  learn(tables: NamedTable[]): Promise<void>;
};

export function namesQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'names'],
    queryFn: async ({ signal }): Promise<LiveNames> => {
      const query = { connector: { id: connectorId } };
      const names = await api.call(sqlEditorRoutes.schema, { query }, { signal });
      const live = liveNames(connectorId, createNamesIndex(names));
      const own = live.index.tables.filter(
        ({ schema }) => !/^(pg_|information_schema)/.test(schema),
      );
      // Ahead of time only: completing a name asks again.
      if (own.length <= FEW_TABLES) void live.learn(own).catch(() => undefined);
      return live;
    },
    staleTime: 300_000,
    structuralSharing: false,
  });
}

function liveNames(connectorId: string, index: NamesIndex): LiveNames {
  const asked = new Map<number, Promise<void>>();

  async function ask(tables: NamedTable[]): Promise<void> {
    const oids = tables.map(({ oid }) => oid);
    const body = { connector: { id: connectorId }, tables: oids };
    index.addColumns(await api.call(sqlEditorRoutes.columns, { body }));
  }

  return {
    index,
    learn: async (tables) => {
      const unknown = tables
        .filter((table) => !index.columnsOf(table) && !asked.has(table.oid))
        .slice(0, MOST_TABLES_ASKED);
      if (unknown.length > 0) {
        const answer = ask(unknown).catch((error: unknown) => {
          for (const { oid } of unknown) asked.delete(oid);
          throw error;
        });
        for (const { oid } of unknown) asked.set(oid, answer);
      }
      await Promise.all(tables.flatMap(({ oid }) => asked.get(oid) ?? []));
    },
  };
}

export function useNames(connectorId: string, isDatabase = true): LiveNames | undefined {
  return useQuery({ ...namesQuery(connectorId), enabled: isDatabase }).data;
}
