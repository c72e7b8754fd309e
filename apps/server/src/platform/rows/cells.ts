import type {
  DraftChange,
  RowImage,
  StagedValue,
  TextKey,
} from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';

/** A row as the database has it: every column as the text Postgres prints. */
export type RowState = { cells: readonly (string | null)[]; version: string | null };

export function imageOf(
  columns: readonly { name: string }[],
  cells: readonly (string | null)[],
): RowImage {
  return Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null]));
}

export function cellOf(table: CatalogTable, cells: RowState['cells'], name: string): string | null {
  return cells[table.columns.findIndex((column) => column.name === name)] ?? null;
}

/** The values of a row's key in the key's order; null where rows can't be told apart. */
export function keyIn(table: CatalogTable, cells: RowState['cells']): string[] | null {
  return table.key?.map((name) => cellOf(table, cells, name) ?? '') ?? null;
}

export function asTextKey(names: readonly string[], values: readonly string[]): TextKey {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** Every column of the key, and no other. */
export function keyValues(
  table: CatalogTable,
  key: Record<string, string | number | boolean>,
): string[] {
  const names = table.key ?? [];
  const isWhole = names.every((name) => Object.hasOwn(key, name));
  if (names.length > 0 && isWhole && Object.keys(key).length === names.length) {
    return names.map((name) => String(key[name]));
  }
  throw new Failure('E_VALIDATION', `The key of '${table.name}' is ${names.join(', ')}.`, {
    fields: names.map((name) => ({ path: `key.${name}`, message: 'Part of the key' })),
  });
}

/** Of the rows that changes are about and that are there already. */
export function keysOfChanges(table: CatalogTable, changes: readonly DraftChange[]): string[][] {
  return changes.flatMap((change) => {
    return change.kind === 'insert' ? [] : [keyValues(table, change.key)];
  });
}

const floats = new Set(['float4', 'float8']);

/**
 * Whether two texts stand for what the database has in a column. A browser writes booleans and
 * floating numbers its own way, and a moment is printed by the zone of its reader; everything else is
 * compared letter by letter.
 */
export function isSameText(
  { typeName }: Pick<CatalogColumn, 'typeName'>,
  one: string | null,
  other: string | null,
): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  if (typeName === 'bool') return truthOf(one) !== undefined && truthOf(one) === truthOf(other);
  if (typeName === 'timestamptz') return isSameInstant(one, other);
  return floats.has(typeName) && one !== '' && other !== '' && Number(one) === Number(other);
}

const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/;

function isSameInstant(one: string, other: string): boolean {
  const [first, second] = [instantOf(one), instantOf(other)];
  return first !== undefined && first === second;
}

/** To the last digit; undefined for what is on no calendar of four digits. */
function instantOf(text: string): string | undefined {
  const parts = INSTANT.exec(text);
  if (!parts) return undefined;
  const [, day, time, fraction = '', sign, hours, minutes = '0', seconds = '0'] = parts;
  const away = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const wall = Date.parse(`${day}T${time}Z`) / 1000;
  return `${wall - (sign === '-' ? -away : away)}${fraction}`;
}

/** As Postgres reads it: a spreadsheet writes TRUE, a person yes or 1. Undefined where it refuses. */
function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === '' || word === 'o') return undefined;
  if (word === '1' || ['true', 'yes', 'on'].some((known) => known.startsWith(word))) return true;
  const isFalse = word === '0' || ['false', 'no', 'off'].some((known) => known.startsWith(word));
  return isFalse ? false : undefined;
}

/** The text a staged value sets; undefined where only the database knows. */
export function textOfStaged(value: StagedValue): string | null | undefined {
  if ('set' in value) return value.set;
  return 'null' in value ? null : undefined;
}

/** Values that differ from what is there: what is set to what it was is no change. */
export function differingValues(
  table: CatalogTable,
  change: Extract<DraftChange, { kind: 'update' }>,
): Record<string, StagedValue> {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const differing = Object.entries(change.values).filter(([name, value]) => {
    const text = textOfStaged(value);
    const column = columns.get(name);
    const base = Object.hasOwn(change.base, name) ? (change.base[name] ?? null) : undefined;
    return !column || text === undefined || base === undefined || !isSameText(column, text, base);
  });
  return Object.fromEntries(differing);
}
