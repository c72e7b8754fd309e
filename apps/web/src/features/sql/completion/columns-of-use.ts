import type { NamedColumn, NamedTable, NamesIndex } from './names-index.ts';
import type { TableUse } from './scope.ts';

/** A query of WITH may ask itself: beyond so many inside each other nobody is helped. */
const DEEPEST = 8;

/** The columns of a table, or those that a query in its place answers with. */
export function columnsOfUse(index: NamesIndex, use: TableUse, depth = 0): NamedColumn[] {
  if (!use.made) {
    const table = index.findTable(use.name, use.schema);
    return (table && index.columnsOf(table)) ?? [];
  }
  if (depth >= DEEPEST) return [];
  const { outputs, uses } = use.made();
  const found = outputs.flatMap((output): NamedColumn[] => {
    if ('name' in output) {
      const { column } = output;
      const source = column && findColumn(index, uses, column, depth + 1);
      return [{ ...(source ?? { type: '' }), name: output.name }];
    }
    return uses
      .filter(({ alias }) => output.allOf === undefined || alias === output.allOf)
      .flatMap((one) => columnsOfUse(index, one, depth + 1));
  });
  return [...new Map(found.map((column) => [column.name, column])).values()];
}

type ColumnName = { table?: string | undefined; name: string };

/** The column a name means among the tables in reach. */
export function findColumn(
  index: NamesIndex,
  uses: readonly TableUse[],
  { table, name }: ColumnName,
  depth = 0,
): NamedColumn | undefined {
  if (depth >= DEEPEST) return undefined;
  for (const use of uses) {
    if (table !== undefined && use.alias !== table) continue;
    const found = columnsOfUse(index, use, depth).find((column) => column.name === name);
    if (found) return found;
  }
  return undefined;
}

/** Tables whose columns have to be known before those of a use are. */
export function tablesOfUse(index: NamesIndex, use: TableUse, depth = 0): NamedTable[] {
  if (!use.made) {
    const table = index.findTable(use.name, use.schema);
    return table ? [table] : [];
  }
  if (depth >= DEEPEST) return [];
  return use.made().uses.flatMap((one) => tablesOfUse(index, one, depth + 1));
}
