import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import { endOf, partOf, readNumber } from '@causeway/contract/drawing/number-reading.ts';
import type { QueryRows, ResultCondition, RunParameter } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import type { ReadyQuery } from './ready-tile.tsx';

type Asked = {
  tile: AskingTile;
  query: ReadyQuery;
  parameters: RunParameter[];
  where: ResultCondition[];
  timeZone: string;
};

/** What a number that is not over is compared with: as much of the time before, by the database. */
export function usePart(result: QueryRows | undefined, asked: Asked): QueryRows | undefined {
  const { tile, query, parameters, where, timeZone } = asked;
  const running =
    result && tile.kind === 'number'
      ? readNumber(result, { at: endOf(result, timeZone, parameters) }).running
      : undefined;
  const part = useQuery({
    ...tileRowsQuery(query, parameters, {
      where,
      part: running && partOf(running),
    }),
    enabled: running !== undefined,
    // A query that does not tell what its times are made of never will.
    retry: false,
  });
  return part.data;
}
