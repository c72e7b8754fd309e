import { nameOf } from '@causeway/contract/sql/lexer.ts';
import { type Output, readOutputs } from './outputs.ts';
import { isName, type Word } from './word.ts';

/** What a query in brackets answers with, and what it asks. */
export type Made = { outputs: Output[]; uses: TableUse[] };

/** A table a statement names, and what it calls it. A query in its place has `made`. */
export type TableUse = {
  schema: string | undefined;
  name: string;
  alias: string;
  made?: () => Made;
};

export type Scope = {
  /** Tables that can be meant here: of this query and those around it. */
  uses: TableUse[];
  /** Names of WITH. */
  queries: string[];
};

/** Also the tables of queries that stand elsewhere in the statement. */
type WholeScope = Scope & { all: TableUse[] };

const tableWords = new Set(['from', 'update', 'into', 'truncate']);
const queryWords = new Set([
  'select',
  'with',
  'values',
  'insert',
  'update',
  'delete',
  'merge',
  '(',
]);

type Group = { uses: TableUse[]; from: number; to: number };
/** A query by the place of its bracket, with the names given to its columns. */
type Body = { open: number; given: string[] };

/** Tables are known in the brackets they are named in, and in those inside. */
export function readScope(words: Word[], at: number): WholeScope {
  const closing = pairBrackets(words);
  const whole: Group = { uses: [], from: -1, to: Infinity };
  const groups = new Map<number, Group>([[-1, whole]]);
  const named = new Map<string, Body>();
  const open = [whole];

  const made = ({ open: bracket, given }: Body): Made => {
    const outputs = readOutputs(words, bracket + 1, closing.get(bracket) ?? words.length);
    return {
      outputs: given.length > 0 ? renamed(outputs, given) : outputs,
      uses: groups.get(bracket)?.uses ?? [],
    };
  };

  words.forEach((word, index) => {
    const { text, low, token } = word;
    if (text === '(') {
      const group = { uses: [], from: token.from, to: Infinity };
      groups.set(index, group);
      open.push(group);
      const query = readNamedQuery(words, index);
      if (query) named.set(query.name, { open: index, given: query.given });
    }
    if (text === ')' && open.length > 1) open.pop()!.to = token.from;
    const isUse =
      token.kind === 'word' &&
      (tableWords.has(low) || low === 'join') &&
      // `extract(year from x)`, `is distinct from x` and `for update` name no table.
      !(low === 'from' && isFunctionArgument(words, index)) &&
      !(low === 'from' && words[index - 1]?.low === 'distinct') &&
      !(low === 'update' && words[index - 1]?.low === 'for');
    if (isUse) open.at(-1)!.uses.push(...readUses({ words, closing, made }, index + 1, low));
  });

  for (const { uses } of groups.values()) {
    for (const use of uses) {
      const query = use.schema === undefined && !use.made ? named.get(use.name) : undefined;
      if (query) use.made = () => made(query);
    }
  }
  const uses = [...groups.values()]
    .filter(({ from, to }) => from < at && at <= to)
    .flatMap((group) => group.uses);
  const all = [...groups.values()].flatMap((group) => group.uses);
  return { uses, queries: [...named.keys()], all };
}

/** Each opening bracket and where it is closed. */
function pairBrackets(words: Word[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  words.forEach(({ text }, index) => {
    if (text === '(') open.push(index);
    const start = text === ')' ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, index);
  });
  return pairs;
}

/** `name as (select`, `name (a, b) as not materialized (select` */
function readNamedQuery(words: Word[], bracket: number) {
  if (!queryWords.has(words[bracket + 1]?.low ?? '')) return undefined;
  let at = bracket - 1;
  if (words[at]?.low === 'materialized') at -= 1;
  if (words[at]?.low === 'not') at -= 1;
  if (words[at]?.low !== 'as') return undefined;
  at -= 1;
  const given: string[] = [];
  if (words[at]?.text === ')') {
    at -= 1;
    for (; at > 0 && words[at]?.text !== '('; at -= 1) {
      if (isName(words[at]!)) given.unshift(nameOf(words[at]!.text));
    }
    at -= 1;
  }
  const name = words[at];
  return name && isName(name) ? { name: nameOf(name.text), given } : undefined;
}

/** Names given in brackets stand in the order of what is answered. */
function renamed(outputs: Output[], given: string[]): Output[] {
  return given.map((name, place) => {
    const output = outputs[place];
    return output && 'name' in output ? { ...output, name } : { name };
  });
}

const takesFrom = new Set(['extract', 'substring', 'trim', 'overlay', 'position']);

function isFunctionArgument(words: Word[], index: number): boolean {
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = words[at]?.text;
    if (text === ')') depth += 1;
    if (text === '(') depth -= 1;
    if (depth < 0) return takesFrom.has(words[at - 1]?.low ?? '');
    if (words[at]?.low === 'select') return false;
  }
  return false;
}

const notAlias = new Set(
  `on using where join inner left right full cross natural group order having limit offset set values
  returning union except intersect window for fetch lateral tablesample default select when`.split(
    /\s+/,
  ),
);

type Reading = {
  words: Word[];
  closing: Map<number, number>;
  made: (body: Body) => Made;
};

function readUses({ words, closing, made }: Reading, start: number, after: string): TableUse[] {
  const uses: TableUse[] = [];
  let at = start;
  for (;;) {
    if (words[at]?.low === 'only' || words[at]?.low === 'lateral') at += 1;
    const first = words[at];
    const isQuery = first?.text === '(' && queryWords.has(words[at + 1]?.low ?? '');
    if (!first || !(isQuery || (isName(first) && !notAlias.has(first.low)))) return uses;
    const bracket = isQuery ? at : undefined;
    const names = isQuery ? [] : [nameOf(first.text)];
    at = isQuery ? (closing.get(at) ?? words.length) + 1 : at + 1;
    while (words[at]?.text === '.' && words[at + 1] && isName(words[at + 1]!)) {
      names.push(nameOf(words[at + 1]!.text));
      at += 2;
    }
    const name = names.at(-1) ?? '';
    // `insert into t (` lists columns; everywhere else a bracket makes it a function.
    const isCall = !isQuery && words[at]?.text === '(' && after !== 'into';
    if (words[at]?.low === 'as') at += 1;
    const given = words[at];
    const hasAlias = given && isName(given) && !notAlias.has(given.low) && !isCall;
    if (hasAlias) at += 1;
    const alias = hasAlias ? nameOf(given.text) : name;
    if (bracket !== undefined && hasAlias) {
      const columns: string[] = [];
      const listed = words[at]?.text === '(' ? closing.get(at) : undefined;
      if (listed !== undefined) {
        for (const word of words.slice(at, listed))
          if (isName(word)) columns.push(nameOf(word.text));
        at = listed + 1;
      }
      const body = { open: bracket, given: columns };
      uses.push({ schema: undefined, name: alias, alias, made: () => made(body) });
    }
    if (bracket === undefined && !isCall) uses.push({ schema: names.at(-2), name, alias });
    if (after !== 'from' || words[at]?.text !== ',') return uses;
    at += 1;
  }
}
