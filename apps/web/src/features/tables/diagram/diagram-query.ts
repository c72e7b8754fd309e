import { schemaDiagramRoutes } from '@causeway/contract/tables/diagram.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Source } from '../tables-query.ts';
import type { DiagramLook } from './use-diagram-look.ts';

/** Aliases and hidden tables are the connector's, so its changes reach the picture too. */
export function diagramQuery({ projectId, connectorId }: Source, look: DiagramLook) {
  const { schema, focus, columns } = look;
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'diagram', schema, focus ?? null, columns],
    queryFn: ({ signal }) =>
      api.call(
        schemaDiagramRoutes.diagram,
        {
          query: {
            connector: { id: connectorId },
            schema,
            columns,
            ...(focus !== undefined && { focus }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
