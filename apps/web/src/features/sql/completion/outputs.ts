import { nameOf } from '@causeway/contract/sql/lexer.ts';
import { isName, type Word } from './word.ts';

/** A column a query answers with: by its name, and the column it is where it is only that; or all of a table. */
export type Output =
  | { name: string; column?: { table: string | undefined; name: string } }
  | { allOf: string | undefined };

const ends = new Set(
  `from where group order having limit offset union except intersect window fetch for into on`.split(
    ' ',
  ),
);

/** Of the words from … to, which are one query: what stands behind its SELECT or RETURNING. */
export function readOutputs(words: Word[], from: number, to: number): Output[] {
  const first = words[from];
  if (first?.text === '(') return readOutputs(words, from + 1, to);
  let at = findAtDepth(words, from, to, ({ low }) => low === 'select' || low === 'returning');
  if (at === undefined) return [];
  at += 1;
  if (words[at]?.low === 'all') at += 1;
  if (words[at]?.low === 'distinct') {
    at += 1;
    if (words[at]?.low === 'on') at = skipBrackets(words, at + 1, to);
  }
  const outputs: Output[] = [];
  let item: Word[] = [];
  const endItem = () => {
    const output = readOutput(item);
    if (output) outputs.push(output);
    item = [];
  };
  let depth = 0;
  for (; at < to; at += 1) {
    const word = words[at]!;
    depth += depthOf(word);
    if (depth < 0) break;
    const isEnd =
      depth === 0 && word.token.kind === 'word' && ends.has(word.low) && !isComparison(words, at);
    if (isEnd) break;
    if (depth === 0 && word.text === ',') endItem();
    else item.push(word);
  }
  endItem();
  return outputs;
}

/** `a is distinct from b` goes on. */
function isComparison(words: Word[], at: number): boolean {
  return words[at]?.low === 'from' && words[at - 1]?.low === 'distinct';
}

function depthOf({ text }: Word): number {
  if (text === '(' || text === '[') return 1;
  return text === ')' || text === ']' ? -1 : 0;
}

function findAtDepth(
  words: Word[],
  from: number,
  to: number,
  isIt: (word: Word) => boolean,
): number | undefined {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    depth += depthOf(words[at]!);
    if (depth < 0) return undefined;
    if (depth === 0 && isIt(words[at]!)) return at;
  }
  return undefined;
}

function skipBrackets(words: Word[], from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    depth += depthOf(words[at]!);
    if (depth === 0) return at + 1;
  }
  return to;
}

/** One expression of the list: as Postgres names it, undefined where it has no name of use. */
function readOutput(item: Word[]): Output | undefined {
  const last = item.at(-1);
  if (!last) return undefined;
  if (last.text === '*') {
    if (item.length === 1) return { allOf: undefined };
    return item.length === 3 ? { allOf: nameOf(item[0]!.text) } : undefined;
  }
  const before = item.at(-2);
  if (isName(last) && before?.low === 'as') {
    return { name: nameOf(last.text), ...columnOf(item.slice(0, -2)) };
  }
  const isAlias = isName(last) && before !== undefined && last.low !== 'end' && endsValue(before);
  if (isAlias) return { name: nameOf(last.text), ...columnOf(item.slice(0, -1)) };
  const cast = item.findIndex(({ text }, at) => text === ':' && item[at + 1]?.text === ':');
  const bare = cast === -1 ? item : item.slice(0, cast);
  const { column } = columnOf(bare);
  if (column) return { name: column.name, ...(cast === -1 && { column }) };
  const isCall = bare[1]?.text === '(' && bare[0] !== undefined && isName(bare[0]);
  return isCall ? { name: nameOf(bare[0]!.text) } : undefined;
}

/** `a`, `t.a` or `s.t.a` and nothing else. */
function columnOf(item: Word[]): { column?: { table: string | undefined; name: string } } {
  const isPath =
    item.length % 2 === 1 &&
    item.every((word, at) => (at % 2 === 0 ? isName(word) : word.text === '.'));
  if (!isPath) return {};
  const table = item.at(-3);
  return { column: { table: table && nameOf(table.text), name: nameOf(item.at(-1)!.text) } };
}

/** What an alias can stand behind: a value, not a sign that wants another. */
function endsValue({ token, text }: Word): boolean {
  return /^(word|quoted|string|number|parameter)$/.test(token.kind) || text === ')' || text === ']';
}
