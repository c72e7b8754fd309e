import type { RawTable } from '#features/assistant/built-in/catalog.ts';

type Columns = Record<string, string | [type: string, values: string[]]>;

/** A table as the built-in assistant gets to know it: `text?` may be NULL, `id` is the key, `…_id` refers. */
export function rawTable(
  name: string,
  columns: Columns,
  values: Record<string, string[]> = {},
): RawTable {
  return {
    schema: 'public',
    name,
    isView: false,
    columns: Object.entries(columns).map(([column, given]) => {
      const [type, known] = typeof given === 'string' ? [given, values[column] ?? []] : given;
      return {
        name: column,
        type: type.replace('?', ''),
        isKey: column === 'id',
        isReference: column.endsWith('_id'),
        isNullable: type.endsWith('?'),
        values: known,
      };
    }),
  };
}
