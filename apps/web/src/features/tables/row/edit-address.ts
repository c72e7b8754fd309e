import { pathToAddress } from '@causeway/contract/storage/object-path.ts';
import { DEFAULT_SCHEMA, type TableName } from '../table-name.ts';

/**
 * Addresses of row pages: /edit/orders/17 is a row of the default schema, /edit/sales/orders/17 one of
 * another. The key is always one part. Of a key of several columns the values stand in it with commas
 * between them, and a backslash in front of commas and backslashes they hold themselves.
 */
export function editPath(name: TableName, key: readonly string[]): string {
  return `/edit/${pathToAddress([...tableParts(name), joinKey(key)])}`;
}

/** The page for a new row has the table's own path; the address says `new` behind it. */
export function newRowPath(name: TableName): string {
  return `/edit/${pathToAddress(tableParts(name))}`;
}

export type EditAddress = { name: TableName; keyText: string | undefined };

export function findEditAddress(path: readonly string[], isNew: boolean): EditAddress | undefined {
  const tablePath = isNew ? path : path.slice(0, -1);
  const [first = '', second] = tablePath;
  if (first === '' || second === '' || tablePath.length > 2) return undefined;
  const name =
    second === undefined
      ? { schema: DEFAULT_SCHEMA, table: first }
      : { schema: first, table: second };
  return { name, keyText: isNew ? undefined : (path.at(-1) ?? '') };
}

export function joinKey(key: readonly string[]): string {
  if (key.length === 1) return key[0] ?? '';
  return key.map((value) => value.replace(/[\\,]/g, (sign) => `\\${sign}`)).join(',');
}

/** The values of a key of so many columns; undefined when the text has another number of them. */
export function splitKey(text: string, count: number): string[] | undefined {
  if (count === 1) return [text];
  const values = [''];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place] ?? '';
    if (sign === ',') {
      values.push('');
      continue;
    }
    if (sign === '\\') place += 1;
    values[values.length - 1] += sign === '\\' ? (text[place] ?? '') : sign;
  }
  return values.length === count ? values : undefined;
}

function tableParts({ schema, table }: TableName): string[] {
  return schema === DEFAULT_SCHEMA ? [table] : [schema, table];
}
