import type { TableColumn } from '@causeway/contract/tables/details.ts';

/** What the database fills by itself: computed columns always, numbered ones unless a file brings numbers. */
export function findOwnFilling(column: TableColumn): 'generated' | 'identity' | undefined {
  if (column.generated !== null) return 'generated';
  return column.identity === 'always' ? 'identity' : undefined;
}

/**
 * Which column of the table each column of the file goes to: the same name first, then the same alias,
 * then the same words however they are written. Each is taken once. What the database fills by itself
 * is left to it, except where rows are found again by that very key.
 */
export function matchColumns(
  fileColumns: readonly string[],
  tableColumns: readonly TableColumn[],
  key: readonly string[] = [],
): Map<string, string> {
  const free = tableColumns.filter((column) => {
    const filling = findOwnFilling(column);
    return !filling || (filling === 'identity' && key.includes(column.name));
  });
  const matches = new Map<string, string>();
  const rules: ((from: string, column: TableColumn) => boolean)[] = [
    (from, { name }) => from === name,
    (from, { label }) => from === label,
    (from, { name, label }) => [wordsOf(name), wordsOf(label)].includes(wordsOf(from)),
  ];
  const taken = new Set<string>();
  for (const isMatch of rules) {
    for (const from of fileColumns) {
      if (matches.has(from)) continue;
      const found = free.find((column) => !taken.has(column.name) && isMatch(from, column));
      if (!found) continue;
      matches.set(from, found.name);
      taken.add(found.name);
    }
  }
  return matches;
}

/** Order Date, order_date and orderDate are the same words; so are Größe and grosse. */
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
