import {
  queryRoutes,
  type Fold,
  type PartOfTime,
  type PivotTotals,
  type ResultCondition,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { queryOptions, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { askTile, type TileView } from './ask-tiles.ts';
import { api } from '#platform/api/api.ts';

type Looked = {
  /** Conditions on its columns, around the query. */
  where?: ResultCondition[] | undefined;
  fold?: Fold | undefined;
  part?: PartOfTime | undefined;
  totals?: PivotTotals | undefined;
  rowLimit?: number | undefined;
  /** On a dashboard that is looked at: its tiles come together. */
  seen?: { view: TileView; tileId: string } | undefined;
};

type Asked = { id: string; connectorId: string; version: number };

/** What somebody else looked at a moment ago is shown at once, with the time it was true. */
const OPENED_SECONDS = 5 * 60;

/** How old the rows may be that are read next, where it is not the age of a first look. */
const wantedAges = new Map<string, number>();

/**
 * What a saved query finds. Tiles that ask the same share one answer, and so do people; a new version
 * of the query asks anew, reading again begins a new run, and leaving the page frees the database.
 */
export function tileRowsQuery(
  query: Asked,
  parameters: RunParameter[] = [],
  { rowLimit, where = [], fold, part, totals, seen }: Looked = {},
) {
  const { id, connectorId, version } = query;
  const what = part ? 'part' : 'rows';
  const asks = [parameters, rowLimit, where, fold, part, totals];
  const queryKey = ['queries', connectorId, what, id, version, ...asks];
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const hash = JSON.stringify(queryKey);
      const known = client.getQueryState(queryKey);
      const isFirst = known?.dataUpdatedAt === 0 && known.errorUpdateCount === 0;
      const maxAge = wantedAges.get(hash) ?? (isFirst ? OPENED_SECONDS : 0);
      wantedAges.delete(hash);
      const asked = {
        parameters,
        maxAge,
        ...(rowLimit && { rowLimit }),
        ...(where.length > 0 && { where }),
        ...(fold && { fold }),
        ...(part && { part }),
        ...(totals && { totals }),
      };
      if (seen) return askTile(seen.view, { id: seen.tileId, ...asked }, signal);
      return api.call(
        queryRoutes.run,
        { params: { queryId: id }, body: { connector: { id: connectorId }, ...asked } },
        { signal },
      );
    },
    staleTime: OPENED_SECONDS * 1_000,
  });
}

/** Reads again what tiles show, unless somebody else did in the last seconds: then that is shown. */
export function refetchRows(
  client: QueryClient,
  filters: QueryFilters,
  { maxAge }: { maxAge: number },
): Promise<void> {
  for (const { queryKey } of client.getQueryCache().findAll({ ...filters, type: 'active' })) {
    wantedAges.set(JSON.stringify(queryKey), maxAge);
  }
  return client.refetchQueries({ ...filters, type: 'active' });
}
