/** Matches the columns of a file with those of a table by their names. */
export type NamedColumn = { name: string; label?: string };

/**
 * For each column of the file the column of the table it is most likely meant for, or undefined. Each
 * is taken once: first those of the very same name, then those that differ only in case, spaces and
 * marks, then those whose alias is meant.
 */
export function matchByName(
  fileColumns: readonly string[],
  tableColumns: readonly NamedColumn[],
): (string | undefined)[] {
  const free = new Set(tableColumns);
  const found: (string | undefined)[] = fileColumns.map(() => undefined);
  const ways: ((from: string, to: NamedColumn) => boolean)[] = [
    (from, { name }) => from === name,
    (from, { name }) => bare(from) !== '' && bare(from) === bare(name),
    (from, { label }) => label !== undefined && bare(from) !== '' && bare(from) === bare(label),
  ];
  for (const isMeant of ways) {
    for (const [index, from] of fileColumns.entries()) {
      if (found[index] !== undefined) continue;
      const match = [...free].find((to) => isMeant(from, to));
      if (!match) continue;
      free.delete(match);
      found[index] = match.name;
    }
  }
  return found;
}

/** `Order-ID`, `order id` and `orderId` are one; so are `größe` and `groesse`. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
