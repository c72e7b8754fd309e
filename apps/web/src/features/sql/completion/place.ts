import { nameOf, readTokens, splitStatements, statementAt } from '@causeway/contract/sql/lexer.ts';
import { readScope, type Scope, type TableUse } from './scope.ts';
import { isName, type Word } from './word.ts';

/** A column that a value is compared with or set to. */
export type Compared = { table: string | undefined; column: string; isQuoted: boolean };

/** Where the cursor stands, as far as a completion has to know. */
export type Place = Scope & {
  /** What has been typed of the word, and where it begins. */
  typed: string;
  from: number;
  /** Names in front of it, each followed by a dot. */
  qualifiers: string[];
  expects: 'table' | 'join' | 'on' | 'anything';
  compared?: Compared;
};

/** Undefined inside a string or a comment, where there is nothing to complete but a value that is known. */
export function findPlace(sql: string, cursor: number): Place | undefined {
  const statement = statementAt(splitStatements(sql), cursor);
  const isInside = statement && cursor >= statement.from;
  const offset = isInside ? statement.from : 0;
  // What follows the semicolon of a statement belongs to the next one.
  const rest = isInside && /^[^;]*;/.test(sql.slice(statement.to, cursor)) ? '' : statement?.text;
  const text =
    rest === undefined || rest === '' ? '' : sql.slice(offset, Math.max(statement!.to, cursor));
  const at = text === '' ? 0 : cursor - offset;
  if (text === '') return freshPlace(sql, cursor);
  const words = readWords(text);
  const meaning = words.filter(({ token }) => token.kind !== 'comment');
  const current = words.find(({ token }) => token.from < at && at <= token.to);
  if (current && isSilent(current, at)) return valuePlace(meaning, current, { at, cursor });
  const isWord = current?.token.kind === 'word' || current?.token.kind === 'quoted';
  const typed = isWord ? current.text.slice(0, at - current.token.from) : '';
  const before = meaning.filter(
    ({ token }) => token.to <= at && !(isWord && token === current.token),
  );
  const qualifiers = readQualifiers(before);
  const lead = before.slice(0, before.length - qualifiers.length * 2);
  const column = qualifiers.length > 0 ? undefined : comparedWith(lead);
  return {
    typed,
    from: cursor - typed.length,
    qualifiers,
    expects: qualifiers.length > 0 ? 'anything' : expectedAfter(lead),
    ...(column && { compared: { ...column, isQuoted: false } }),
    ...readScope(meaning, at),
  };
}

/** Every table a statement names, by what it calls it. */
export function listUses(sql: string): TableUse[] {
  return readScope(
    readWords(sql).filter(({ token }) => token.kind !== 'comment'),
    0,
  ).all;
}

function readWords(text: string): Word[] {
  return readTokens(text)
    .filter(({ kind }) => kind !== 'space')
    .map((token) => {
      const written = text.slice(token.from, token.to);
      return { token, text: written, low: written.toLowerCase() };
    });
}

/** Inside the quotes of a value that a column is compared with. */
function valuePlace(
  words: Word[],
  { token, text }: Word,
  { at, cursor }: { at: number; cursor: number },
): Place | undefined {
  if (token.kind !== 'string' || !text.startsWith("'")) return undefined;
  const column = comparedWith(words.filter((word) => word.token.to <= token.from));
  if (!column) return undefined;
  const typed = text.slice(1, at - token.from);
  return {
    typed,
    from: cursor - typed.length,
    qualifiers: [],
    expects: 'anything',
    compared: { ...column, isQuoted: true },
    ...readScope(words, token.from),
  };
}

const comparing = new Set(['=', '<>', '!=']);

/** `status =`, `o.status <>`, `status in ('new',` */
function comparedWith(lead: Word[]): Omit<Compared, 'isQuoted'> | undefined {
  let at = lead.length - 1;
  if (comparing.has(lead[at]?.text ?? '')) at -= 1;
  else {
    while (lead[at]?.text === ',' && lead[at - 1]?.token.kind === 'string') at -= 2;
    if (lead[at]?.text !== '(' || lead[at - 1]?.low !== 'in') return undefined;
    at -= lead[at - 2]?.low === 'not' ? 3 : 2;
  }
  const column = lead[at];
  if (!column || !isName(column)) return undefined;
  const table = lead[at - 1]?.text === '.' ? lead[at - 2] : undefined;
  return { table: table && nameOf(table.text), column: nameOf(column.text) };
}

/** No name is longer; what stands before it need not be looked at. */
const LONGEST_WORD = 200;

function freshPlace(sql: string, cursor: number): Place {
  const typed =
    /[\p{L}_][\p{L}\d_$]*$/u.exec(sql.slice(Math.max(0, cursor - LONGEST_WORD), cursor))?.[0] ?? '';
  return {
    typed,
    from: cursor - typed.length,
    qualifiers: [],
    expects: 'anything',
    uses: [],
    queries: [],
  };
}

function isSilent({ token, text }: Word, at: number): boolean {
  const isBehind = at === token.to;
  if (token.kind === 'comment') return text.startsWith('--') || !isBehind || !text.endsWith('*/');
  if (token.kind === 'string') return !isBehind || !/'$|\$$/.test(text) || text.length < 2;
  return token.kind === 'number';
}

function readQualifiers(before: Word[]): string[] {
  const names: string[] = [];
  for (let at = before.length - 1; at > 0 && before[at]?.text === '.'; at -= 2) {
    const name = before[at - 1];
    if (name?.token.kind !== 'word' && name?.token.kind !== 'quoted') break;
    names.unshift(nameOf(name.text));
  }
  return names;
}

const tableWords = new Set(['from', 'update', 'into', 'truncate']);
const clauseWords = new Set(
  `select where on group order having limit offset set values returning using union except intersect
  window fetch for and or not when then else case end by`.split(/\s+/),
);

function expectedAfter(lead: Word[]): Place['expects'] {
  const last = lead.at(-1);
  if (!last) return 'anything';
  if (last.low === 'join') return 'join';
  if (last.low === 'on') return 'on';
  if (tableWords.has(last.low)) return 'table';
  if (last.low === 'table' && lead.some(({ low }) => /^(drop|alter|truncate)$/.test(low))) {
    return 'table';
  }
  return last.text === ',' && isInFromList(lead) ? 'table' : 'anything';
}

/** Back from a comma to the word that began the list, brackets left out. */
function isInFromList(lead: Word[]): boolean {
  let depth = 0;
  for (const { text, low, token } of lead.toReversed()) {
    if (text === ')') depth += 1;
    if (text === '(') depth -= 1;
    if (depth < 0) return false;
    if (depth > 0 || token.kind !== 'word') continue;
    if (low === 'from') return true;
    if (clauseWords.has(low)) return false;
  }
  return false;
}
