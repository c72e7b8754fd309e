import type { TableColumn } from '@causeway/contract/tables/details.ts';

/** How values of a column are typed in; every one of them ends as the text Postgres reads. */
export type EditorKind =
  | 'boolean'
  | 'enum'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'interval'
  | 'array'
  | 'range'
  | 'bytes'
  | 'json'
  | 'uuid'
  | 'text';

/** What an editor has to know of a column. */
export type EditedColumn = Pick<
  TableColumn,
  | 'name'
  | 'exactType'
  | 'baseType'
  | 'category'
  | 'isNullable'
  | 'defaultValue'
  | 'identity'
  | 'enumValues'
>;

export function editorKindOf(
  column: Pick<TableColumn, 'baseType' | 'category' | 'enumValues'>,
): EditorKind {
  const { baseType, category, enumValues } = column;
  if (category === 'A') return 'array';
  if (enumValues) return 'enum';
  return byType[baseType] ?? byCategory[category] ?? 'text';
}

const byType: Record<string, EditorKind> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  oid: 'integer',
  numeric: 'decimal',
  real: 'decimal',
  'double precision': 'decimal',
  date: 'date',
  'time without time zone': 'time',
  'time with time zone': 'time',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamp',
  interval: 'interval',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
  uuid: 'uuid',
};

/** Postgres' letters; `money` is a number it reads in the words of the country, so it stays text. */
const byCategory: Record<string, EditorKind> = { R: 'range' };
