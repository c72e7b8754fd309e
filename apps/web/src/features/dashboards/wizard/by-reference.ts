import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { Column } from './detect-columns.ts';
import { quote } from './quote.ts';

/** A column that refers to one row of another table. */
export type Reference = { column: string; schema: string; table: string; key: string };

/** A name to group by that is in the table a column refers to: a customer, not its number. */
export type Label = Reference & { label: string; name: string };

/** References by one column, which is what a name can be looked up by. */
export function referencesOf({ foreignKeys }: Pick<TableDetails, 'foreignKeys'>): Reference[] {
  return foreignKeys.flatMap(({ columns, references }) => {
    const [column, ...more] = columns;
    const [key] = references.columns;
    if (column === undefined || key === undefined || more.length > 0) return [];
    return [{ column, schema: references.schema, table: references.table, key }];
  });
}

/** `category_id` is called category, or what is free. */
export function nameLabels(
  found: readonly (Reference & { label: string })[],
  columns: readonly Pick<Column, 'name'>[],
): Label[] {
  const taken = new Set(columns.map(({ name }) => name));
  return found.map((one) => {
    const plain = one.column.replace(/[_ ]?(?:id|Id|ID)$/, '') || one.table;
    const name = [plain, `${plain} ${one.label}`, `${one.column} ${one.label}`].find(
      (wanted) => !taken.has(wanted),
    );
    taken.add(name ?? '');
    return { ...one, name: name ?? `${one.column}  ${one.label}` };
  });
}

/**
 * The table with the names that are asked for, each beside its row. A row is found by its key, so there
 * are no more rows than before, and Postgres leaves out the names a tile does not use.
 */
export function withLabels(from: string, labels: readonly Label[]): string {
  if (labels.length === 0) return from;
  const joins = labels.map(({ schema, table, key, column }, at) => {
    const other = `${quote(schema)}.${quote(table)}`;
    return `  left join ${other} named_${at} on named_${at}.${quote(key)} = base.${quote(column)}`;
  });
  const names = labels.map(({ label, name }, at) => {
    return `named_${at}.${quote(label)}::text as ${quote(name)}`;
  });
  return `(\n  select base.*, ${names.join(', ')}\n  from ${from} base\n${joins.join('\n')}\n) base`;
}
