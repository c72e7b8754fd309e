import type { DraftChange, StagedValue } from '@causeway/contract/tables/edits.ts';

/** What is only shown for orientation is cut; what will be written never is. */
const MOST_OF_OLD = 60;

const titles = {
  en: {
    insert: (count: number, table: string) =>
      `Add ${count} ${count === 1 ? 'row' : 'rows'} to ${table}`,
    update: (count: number, table: string) =>
      `Change ${count} ${count === 1 ? 'row' : 'rows'} of ${table}`,
    delete: (count: number, table: string) =>
      `Delete ${count} ${count === 1 ? 'row' : 'rows'} of ${table}`,
  },
  de: {
    insert: (count: number, table: string) =>
      `${count} ${count === 1 ? 'Zeile' : 'Zeilen'} in ${table} einfügen`,
    update: (count: number, table: string) =>
      `${count} ${count === 1 ? 'Zeile' : 'Zeilen'} von ${table} ändern`,
    delete: (count: number, table: string) =>
      `${count} ${count === 1 ? 'Zeile' : 'Zeilen'} von ${table} löschen`,
  },
};

export function titleOf(
  changes: readonly DraftChange[],
  table: string,
  language: 'en' | 'de',
): string {
  return titles[language][changes[0]?.kind ?? 'insert'](changes.length, table);
}

/** What would change, row by row: what is there now, and what would be. */
export function describeChanges(changes: readonly DraftChange[]): string {
  return changes.map(describeChange).join('\n');
}

function describeChange(change: DraftChange): string {
  if (change.kind === 'insert') return `+ ${listed(Object.entries(change.values).map(written))}`;
  const where = listed(
    Object.entries(change.key).map(([name, text]) => `${name} = ${quoted(text)}`),
  );
  if (change.kind === 'delete') {
    const rest = Object.entries(change.base)
      .filter(([name]) => !Object.hasOwn(change.key, name))
      .map(([name, text]) => `${name} = ${old(text)}`);
    return `− ${where}${rest.length > 0 ? ` (${listed(rest)})` : ''}`;
  }
  const lines = Object.entries(change.values).map(
    ([name, value]) => `   ${name}: ${old(change.base[name] ?? null)} → ${textOf(value)}`,
  );
  return [`~ ${where}`, ...lines].join('\n');
}

const listed = (parts: string[]) => parts.join(', ');
const written = ([name, value]: [string, StagedValue]) => `${name} = ${textOf(value)}`;

function textOf(value: StagedValue): string {
  if ('set' in value) return quoted(value.set);
  return 'null' in value ? 'NULL' : 'DEFAULT';
}

function quoted(text: string): string {
  return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? text : JSON.stringify(text);
}

function old(text: string | null): string {
  if (text === null) return 'NULL';
  return text.length > MOST_OF_OLD ? `${quoted(text.slice(0, MOST_OF_OLD))}…` : quoted(text);
}
