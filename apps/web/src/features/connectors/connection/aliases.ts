import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';

type Aliases = ConnectorSettings['aliases'];
export type ColumnAlias = { key: string; table: string; column: string; alias: string };

/** An empty alias is none: the real name is shown again. */
export function withAlias(aliases: Aliases, key: string, alias: string): Aliases {
  const { [key]: _, ...others } = aliases;
  const tidy = alias.trim();
  return tidy === '' ? others : { ...others, [key]: tidy };
}

export function columnKey(table: string, column: string): string {
  return `${table}.${column}`;
}

/**
 * Aliases of columns among all, by table. Names of tables may hold dots themselves (`sales.orders`),
 * so what is a table is not a column of another one, and the longest table that fits owns a column.
 */
export function listColumnAliases(aliases: Aliases, tables: readonly string[]): ColumnAlias[] {
  const known = new Set(tables);
  return Object.entries(aliases)
    .filter(([key]) => key.includes('.') && !known.has(key))
    .map(([key, alias]) => {
      const table = tableOf(key, known);
      return { key, table, column: key.slice(table.length + 1), alias };
    })
    .toSorted((one, other) => one.key.localeCompare(other.key));
}

function tableOf(key: string, known: Set<string>): string {
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    if (known.has(key.slice(0, dot))) return key.slice(0, dot);
  }
  return key.slice(0, key.lastIndexOf('.'));
}
