import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { RowImage } from '@causeway/contract/tables/edits.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';

export type Direction = 'previous' | 'next';

/** The whole order of a list: what was asked for, then the key in the direction of the last of it. */
export function wholeOrder(sorts: readonly Sort[], key: readonly string[]): Sort[] {
  const direction = sorts.at(-1)?.direction ?? 'asc';
  const named = new Set(sorts.map(({ column }) => column));
  const rest = key.filter((column) => !named.has(column));
  return [...sorts, ...rest.map((column) => ({ column, direction }))];
}

export function reverseOrder(order: readonly Sort[]): Sort[] {
  return order.map(({ column, direction }) => ({
    column,
    direction: direction === 'asc' ? 'desc' : 'asc',
  }));
}

/**
 * Rows beyond one in an order: equal in the first columns and further in the next. Nulls stand last
 * going up and first going down, as in the database.
 */
export function beyondFilter(order: readonly Sort[], row: RowImage): Filter {
  const ways = order.flatMap((part, place): Filter[] => {
    const further = beyond(part, row[part.column] ?? null);
    const same = order.slice(0, place).map(({ column }) => equal(column, row[column] ?? null));
    return further ? [{ and: [...same, further] }] : [];
  });
  return { or: ways };
}

function beyond({ column, direction }: Sort, value: string | null): Filter | undefined {
  if (direction === 'asc') {
    if (value === null) return undefined;
    return {
      or: [
        { column, operator: 'gt', value },
        { column, operator: 'isNull' },
      ],
    };
  }
  return value === null ? { column, operator: 'isNotNull' } : { column, operator: 'lt', value };
}

function equal(column: string, value: string | null): Filter {
  return value === null ? { column, operator: 'isNull' } : { column, operator: 'eq', value };
}
