import {
  nameOf,
  readTokens,
  splitStatements,
  statementAt,
  type SqlToken,
} from '@causeway/contract/sql/lexer.ts';

/** A table a statement names, and what it calls it. */
export type TableUse = { schema: string | undefined; name: string; alias: string };

/** Where the cursor stands, as far as a completion has to know. */
export type Place = {
  /** What has been typed of the word, and where it begins. */
  typed: string;
  from: number;
  /** Names in front of it, each followed by a dot. */
  qualifiers: string[];
  expects: 'table' | 'join' | 'on' | 'anything';
  /** Tables that can be meant here: of this query and those around it. */
  uses: TableUse[];
  /** Names of WITH. */
  queries: string[];
};

type Word = { token: SqlToken; text: string; low: string };

/** Undefined inside a string or a comment, where there is nothing to complete. */
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
  const words = readTokens(text)
    .filter(({ kind }) => kind !== 'space')
    .map((token): Word => {
      const written = text.slice(token.from, token.to);
      return { token, text: written, low: written.toLowerCase() };
    });
  const current = words.find(({ token }) => token.from < at && at <= token.to);
  if (current && isSilent(current, at)) return undefined;
  const isWord = current?.token.kind === 'word' || current?.token.kind === 'quoted';
  const typed = isWord ? current.text.slice(0, at - current.token.from) : '';
  const before = words.filter(
    ({ token }) =>
      token.to <= at && token.kind !== 'comment' && !(isWord && token === current.token),
  );
  const qualifiers = readQualifiers(before);
  const lead = before.slice(0, before.length - qualifiers.length * 2);
  const scope = readScope(
    words.filter(({ token }) => token.kind !== 'comment'),
    at,
  );
  return {
    typed,
    from: cursor - typed.length,
    qualifiers,
    expects: qualifiers.length > 0 ? 'anything' : expectedAfter(lead),
    ...scope,
  };
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

/** Tables are known in the brackets they are named in, and in those inside. */
function readScope(words: Word[], at: number): Pick<Place, 'uses' | 'queries'> {
  const queries: string[] = [];
  const groups: { uses: TableUse[]; from: number; to: number }[] = [
    { uses: [], from: 0, to: Infinity },
  ];
  const open = [groups[0]!];
  words.forEach((word, index) => {
    const { text, low, token } = word;
    if (text === '(') {
      const group = { uses: [], from: token.from, to: Infinity };
      groups.push(group);
      open.push(group);
      const name = words[index - 2];
      if (words[index - 1]?.low === 'as' && name) queries.push(nameOf(name.text));
    }
    if (text === ')' && open.length > 1) open.pop()!.to = token.from;
    const isUse =
      token.kind === 'word' &&
      (tableWords.has(low) || low === 'join') &&
      // `extract(year from x)` and `for update` name no table.
      !(low === 'from' && isFunctionArgument(words, index)) &&
      !(low === 'update' && words[index - 1]?.low === 'for');
    if (isUse) open.at(-1)!.uses.push(...readUses(words, index + 1, low));
  });
  const uses = groups
    .filter(({ from, to }) => (from < at && at <= to) || from === 0)
    .flatMap((group) => group.uses);
  return { uses, queries };
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

function readUses(words: Word[], start: number, after: string): TableUse[] {
  const uses: TableUse[] = [];
  let at = start;
  for (;;) {
    if (words[at]?.low === 'only' || words[at]?.low === 'lateral') at += 1;
    const first = words[at];
    if (!first || !isName(first) || notAlias.has(first.low)) return uses;
    const names = [nameOf(first.text)];
    at += 1;
    while (words[at]?.text === '.' && words[at + 1] && isName(words[at + 1]!)) {
      names.push(nameOf(words[at + 1]!.text));
      at += 2;
    }
    const name = names.at(-1) ?? '';
    // `insert into t (` lists columns; everywhere else a bracket makes it a function.
    const isCall = words[at]?.text === '(' && after !== 'into';
    if (words[at]?.low === 'as') at += 1;
    const given = words[at];
    const hasAlias = given && isName(given) && !notAlias.has(given.low) && !isCall;
    if (hasAlias) at += 1;
    if (!isCall) {
      uses.push({ schema: names.at(-2), name, alias: hasAlias ? nameOf(given.text) : name });
    }
    if (after !== 'from' || words[at]?.text !== ',') return uses;
    at += 1;
  }
}

function isName({ token }: Word): boolean {
  return token.kind === 'word' || token.kind === 'quoted';
}
