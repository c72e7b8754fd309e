import { crossCondition } from '@causeway/contract/dashboards/filter-values.ts';
import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import type { ResultCondition } from '@causeway/contract/sql/queries.ts';
import type { Filtering } from '../filters/use-filters.ts';
import type { ReadyQuery } from './ready-tile.tsx';

/**
 * What clicks on other tiles ask of this one, by its columns. A column that a filter of the query
 * stands for is not asked twice.
 */
export function whereOf(
  tile: AskingTile,
  query: ReadyQuery,
  filtering: Filtering | undefined,
): ResultCondition[] {
  if (!filtering) return [];
  const named = new Set(query.parameters.map(({ name }) => name));
  return Object.entries(filtering.cross).flatMap(([key, pick]) => {
    const [column = '', from] = key.split('@');
    if (named.has(column) || from === tile.id) return [];
    return [{ column, condition: crossCondition(pick) }];
  });
}
