import { Failure } from '@causeway/contract/errors.ts';

/**
 * Pages continue after the last row they showed, not after a number of rows, so that nothing is
 * skipped or repeated while others write. A cursor is that row's sort key.
 */
type KeyType = 'bigint' | 'instant' | 'uuid' | 'text';

const forms: Record<KeyType, RegExp> = {
  bigint: /^\d{1,18}$/,
  instant: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  uuid: /^[0-9a-f-]{36}$/,
  text: /^[^\0]{0,400}$/,
};

/** The key to continue after; nulls on the first page. */
export function readCursor(cursor: string | undefined, types: KeyType[]): (string | null)[] {
  if (cursor === undefined) return types.map(() => null);
  const parts = Buffer.from(cursor, 'base64url').toString().split('\n');
  const isWhole = parts.length === types.length;
  if (!isWhole || !types.every((type, index) => forms[type].test(parts[index] ?? ''))) {
    throw new Failure('E_VALIDATION', undefined, {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list' }],
    });
  }
  return parts;
}

/** Expects one row more than the limit where there is one, to know whether the list goes on. */
export function toPage<Row>(rows: Row[], limit: number, keyOf: (row: Row) => string[]) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items,
    nextCursor: hasMore ? writeCursor(keyOf(last)) : null,
  };
}

export function writeCursor(key: string[]): string {
  return Buffer.from(key.join('\n')).toString('base64url');
}
