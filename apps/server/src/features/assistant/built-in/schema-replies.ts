import type { Catalog, Table } from './catalog.ts';
import { isCue } from './cues.ts';
import { mentionsAt } from './matching.ts';
import type { Reply } from './reply.ts';
import { sayCell } from './say.ts';
import { sayIn } from './sentences.ts';
import { fillers } from './vocabulary.ts';
import { type Token, tokenize } from './words.ts';

export function openTable(table: Table, language: 'en' | 'de'): Reply {
  return {
    kind: 'call',
    tool: 'make_link',
    input: { place: 'table', table: table.name, schema: table.schema },
    say: () =>
      language === 'de' ? `Hier geht es zu \`${table.name}\`.` : `This leads to \`${table.name}\`.`,
  };
}

export function describe(table: Table, language: 'en' | 'de'): Reply {
  return {
    kind: 'call',
    tool: 'describe_table',
    input: { table: table.name, schema: table.schema },
    say: (told) => sayTable(told as DescribedTable, language),
  };
}

type DescribedTable = {
  table: string;
  comment?: string;
  rows?: number | null;
  columns: { name: string; type: string; nullable: boolean; comment?: string }[];
  references: { columns: string[]; table: string }[];
};

function sayTable(
  { table, comment, rows, columns, references }: DescribedTable,
  language: 'en' | 'de',
): string {
  const head =
    language === 'de'
      ? ['Spalte', 'Typ', 'Leer', 'Bemerkung']
      : ['Column', 'Type', 'Empty', 'Comment'];
  const lines = columns.map((column) => {
    const to = references.find((reference) => reference.columns.includes(column.name));
    const note = [to && `→ ${to.table}`, column.comment?.replaceAll('|', '/')]
      .filter(Boolean)
      .join(' · ');
    return `| \`${column.name}\` | ${column.type} | ${column.nullable ? '✓' : ''} | ${note} |`;
  });
  const about =
    rows === null || rows === undefined
      ? ''
      : language === 'de'
        ? `, etwa ${sayCell(rows, language)} Zeilen`
        : `, about ${sayCell(rows, language)} rows`;
  return [
    `**${table}**${about}${comment ? `. ${comment}` : ''}`,
    '',
    `| ${head.join(' | ')} |`,
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

export function sayTables(told: unknown, language: 'en' | 'de'): string {
  const { tables, isCut } = told as {
    tables: { table: string; rows?: number | null }[];
    isCut: boolean;
  };
  const lines = tables.map(
    ({ table, rows }) =>
      `- \`${table}\`${typeof rows === 'number' && rows >= 0 ? ` (${sayCell(rows, language)})` : ''}`,
  );
  const say = sayIn(language);
  const head = isCut ? say.firstTables(tables.length) : say.tables(tables.length);
  return [head, '', ...lines].join('\n');
}

/** Tables and columns that the words name. */
export function placesOf(catalog: Catalog, tokens: readonly Token[]): Set<string> {
  const found = tokens
    .flatMap((token, at) =>
      fillers.has(token.word) || isCue(token.word) ? [] : mentionsAt(catalog, tokens, at),
    )
    .filter(({ kind }) => kind !== 'value');
  return new Set(
    found.map((mention) =>
      mention.kind === 'table'
        ? `\`${mention.table.name}\``
        : `\`${mention.table.name}.${'column' in mention ? mention.column.name : ''}\``,
    ),
  );
}

export function sayPlaces(places: ReadonlySet<string>): string {
  return [...places]
    .slice(0, 12)
    .map((one) => `- ${one}`)
    .join('\n');
}

export function firstTable(catalog: Catalog, tokens: readonly Token[]): Table | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    if (fillers.has(tokens[at]!.word)) continue;
    const found = mentionsAt(catalog, tokens, at).find(({ kind }) => kind === 'table');
    if (found) return found.table;
  }
  return undefined;
}

export function namesTable(catalog: Catalog, question: string, language: 'en' | 'de'): boolean {
  return firstTable(catalog, tokenize(question, language)) !== undefined;
}
