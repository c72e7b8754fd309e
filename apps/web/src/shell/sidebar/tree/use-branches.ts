import { useQueries } from '@tanstack/react-query';
import { resourcesQuery } from '#domain/connectors/resources-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import type { Branch } from './tree-nodes.ts';

type BranchesInput = {
  projectId: string;
  connectors: Connector[];
  isOpen: (key: string, usually: boolean) => boolean;
  search: string;
};

/** Reads what is open, and where there is more than came along, the schemas that are, or what is searched for. */
export function useBranches({ projectId, connectors, isOpen, search }: BranchesInput) {
  const isSearched = search !== '';
  const lists = useQueries({
    queries: connectors.map((connector) => ({
      ...resourcesQuery(projectId, connector.id),
      enabled: isSearched || isOpen(connector.id, false),
    })),
  });
  const found = useQueries({
    queries: connectors.map((connector, place) => ({
      ...resourcesQuery(projectId, connector.id, { search }),
      enabled: isSearched && lists[place]?.data?.more === true,
    })),
  });
  const wanted = connectors.flatMap((connector, place) => {
    const { data } = lists[place] ?? {};
    if (!data?.more || isSearched || !isOpen(connector.id, false)) return [];
    return data.schemas
      .filter(({ name }, at) => isOpen(`${connector.id}/${name}`, at === 0))
      .map(({ name }) => ({ connectorId: connector.id, schema: name }));
  });
  const schemas = useQueries({
    queries: wanted.map(({ connectorId, schema }) =>
      resourcesQuery(projectId, connectorId, { schema }),
    ),
  });
  const branches = connectors.map((connector, place): Branch => {
    const list = lists[place];
    const isLong = isSearched && list?.data?.more === true;
    return {
      connector,
      resources: isLong ? found[place]?.data : list?.data,
      isFailed: (isLong ? found[place] : list)?.isError ?? false,
      bySchema: new Map(
        wanted.flatMap(({ connectorId, schema }, at) =>
          connectorId === connector.id ? [[schema, schemas[at]?.data]] : [],
        ),
      ),
    };
  });
  return {
    branches,
    readAgain: (connectorId: string) =>
      lists[connectors.findIndex(({ id }) => id === connectorId)]?.refetch(),
  };
}
