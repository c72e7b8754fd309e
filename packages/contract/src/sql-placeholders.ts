/**
 * Placeholders of a statement, found by reading it the way Postgres does and never inside a string,
 * a quoted name, a comment or an operator. Which kind is looked for depends on the bindings:
 *
 * - none (missing, `[]` or `{}`): nothing is a placeholder, so `data ? 'key'` just works;
 * - a list: `?` is a value and `??` a name; where the statement has `$1`, those count instead and
 *   every `?` is an operator;
 * - an object: `:name` is a value and `:name:` a name.
 *
 * A `?` is a placeholder only where an operand is expected: in `data ? ?` the first is jsonb's
 * operator and the second a value, `a=?` is a comparison, `?|`, `?&` and `@?` stay operators. `\?`
 * is always the plain sign. A colon is a placeholder's only where it is no cast, assignment, slice
 * or key of json_object. A name is split at its dots (`public.orders`); given as a list it is taken
 * part by part, dots and all.
 */
export type Bindings = readonly unknown[] | Readonly<Record<string, unknown>>;

export type BoundStatement = {
  text: string;
  /** In the order of $1, $2, … */
  values: unknown[];
  /** Where a place (from 0) of the new text lies in the text it was made from. */
  placeInOriginal(place: number): number;
};

export class BindingProblem extends Error {
  override readonly name = 'BindingProblem';
}

export function bindPlaceholders(sql: string, bindings?: Bindings): BoundStatement {
  const found = findPlaceholders(sql, bindings);
  const values: unknown[] = [];
  const numbers = new Map<string, number>();
  const bind = (key: string, value: unknown) => {
    if (!numbers.has(key)) numbers.set(key, values.push(value));
    return `$${numbers.get(key)}`;
  };
  const replacements = found.map(({ start, end, part }): Replacement => {
    if ('literal' in part) return { start, end, text: part.literal };
    const value = valueOf(bindings ?? [], part.key);
    if (part.isName) return { start, end, text: quoteName(value, part.key) };
    return { start, end, text: bind(part.key, value) };
  });
  if (!usesNumbers(found)) return { ...splice(sql, replacements), values };
  // $1 says itself which value it takes, so the list stays as it is.
  const escapes = replacements.filter((_, index) => 'literal' in found[index]!.part);
  return { ...splice(sql, escapes), values: [...(bindings as readonly unknown[])] };
}

/** The parameters a statement asks for, each once, in order of appearance. */
export function listParameters(sql: string): { name: string; isName: boolean }[] {
  const listed = new Map<string, { name: string; isName: boolean }>();
  const named = scan(sql).flatMap((token) => token.named ?? []);
  for (const { key, isName } of named) {
    if (!listed.has(key)) listed.set(key, { name: key, isName });
  }
  return [...listed.values()];
}

type Part = { literal: string } | { key: string; isName: boolean; isNumber?: true };
type Placeholder = { start: number; end: number; part: Part };
type Replacement = { start: number; end: number; text: string };

function findPlaceholders(sql: string, bindings: Bindings | undefined): Placeholder[] {
  if (!bindings || Object.keys(bindings).length === 0) return [];
  const tokens = scan(sql);
  if (!Array.isArray(bindings)) return findNamed(tokens);
  const numbered = tokens.flatMap((token) => token.numbered ?? []);
  const escapes = tokens.flatMap((token) => token.escape ?? []);
  if (numbered.length > 0) {
    const highest = Math.max(...numbered.map(({ number }) => number));
    checkCount(highest, bindings.length, '$');
    return [
      ...escapes,
      ...numbered.map(({ start, end, number }) => ({
        start,
        end,
        part: { key: String(number - 1), isName: false, isNumber: true as const },
      })),
    ].toSorted((a, b) => a.start - b.start);
  }
  const marks = tokens.flatMap((token) => token.marks ?? []);
  checkCount(marks.length, bindings.length, '?');
  const positional = marks.map(({ start, end }, index) => ({
    start,
    end,
    part: { key: String(index), isName: end - start === 2 },
  }));
  return [...positional, ...escapes].toSorted((a, b) => a.start - b.start);
}

function findNamed(tokens: Token[]): Placeholder[] {
  return tokens.flatMap((token) => [
    ...(token.escape ?? []),
    ...(token.named ?? []).map(({ start, end, key, isName }) => ({
      start,
      end,
      part: { key, isName },
    })),
  ]);
}

function usesNumbers(found: Placeholder[]): boolean {
  return found.some(({ part }) => 'isNumber' in part);
}

function checkCount(wanted: number, given: number, sign: string): void {
  if (wanted === given) return;
  throw new BindingProblem(
    `The statement has ${wanted} placeholder${wanted === 1 ? '' : 's'} (${sign}) and ${given} binding${given === 1 ? '' : 's'} were given.`,
  );
}

function valueOf(bindings: Bindings, key: string): unknown {
  if (!Object.hasOwn(bindings, key)) throw new BindingProblem(`No binding for ':${key}'.`);
  return (bindings as Record<string, unknown>)[key] ?? null;
}

function quoteName(value: unknown, key: string): string {
  const path = typeof value === 'string' ? value.split('.') : value;
  const isPath =
    Array.isArray(path) && path.length > 0 && path.every((part) => isNamePart(part as unknown));
  if (!isPath) throw new BindingProblem(`Binding '${key}' is no name.`);
  return (path as string[])
    .map((part) => (part === '*' ? '*' : `"${part.replaceAll('"', '""')}"`))
    .join('.');
}

function isNamePart(part: unknown): boolean {
  return typeof part === 'string' && part !== '' && !part.includes('\0');
}

function splice(sql: string, replacements: Replacement[]) {
  let text = '';
  let read = 0;
  const pieces: { from: number; original: number; length: number; copied: boolean }[] = [];
  const append = (part: string, original: number, copied: boolean) => {
    pieces.push({ from: text.length, original, length: part.length, copied });
    text += part;
  };
  for (const { start, end, text: replacement } of replacements) {
    append(sql.slice(read, start), read, true);
    append(replacement, start, false);
    read = end;
  }
  append(sql.slice(read), read, true);
  const placeInOriginal = (place: number): number => {
    const piece = pieces.findLast(({ from, length }) => from <= place && length > 0);
    if (!piece) return 0;
    return piece.copied ? piece.original + (place - piece.from) : piece.original;
  };
  return { text, placeInOriginal };
}

// Reading ----------------------------------------------------------------------------------------

type Mark = { start: number; end: number };

/** What a piece of the text means for the one after it, and the placeholders in it. */
type Token = {
  /** After it stands an operator, or an operand is expected. */
  endsOperand: boolean;
  isWord?: boolean;
  marks?: Mark[];
  numbered?: (Mark & { number: number })[];
  named?: (Mark & { key: string; isName: boolean })[];
  escape?: Placeholder[];
};

const pieces =
  /(?<space>\s+|--[^\n]*)|(?<comment>\/\*)|(?<escapeString>[eE]'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'?)|(?<string>(?:[bBxXnN]|[uU]&)?'[^']*(?:''[^']*)*'?)|(?<quoted>(?:[uU]&)?"[^"]*(?:""[^"]*)*"?)|(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<numbered>\$\d+)|(?<number>(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?))|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<escaped>\\\?)|(?<colons>:=|::|:)|(?<operator>[-+*/<>=~!@#%^&|`?]+)|(?<other>[^])/y;

function scan(sql: string): Token[] {
  const tokens: Token[] = [];
  /** Open brackets; in square ones a colon after an operand parts a slice. */
  const open: string[] = [];
  let place = 0;
  while (place < sql.length) {
    pieces.lastIndex = place;
    const groups = pieces.exec(sql)?.groups ?? {};
    const start = place;
    place = pieces.lastIndex;
    const before = tokens.at(-1);
    if (groups.space !== undefined) continue;
    if (groups.comment !== undefined) {
      place = endOfComment(sql, start);
    } else if (groups.dollar !== undefined) {
      const end = sql.indexOf(groups.dollar, place);
      place = end === -1 ? sql.length : end + groups.dollar.length;
      tokens.push({ endsOperand: true });
    } else if (groups.numbered !== undefined) {
      const number = Number(groups.numbered.slice(1));
      tokens.push({ endsOperand: true, numbered: [{ start, end: place, number }] });
    } else if (groups.word !== undefined) {
      const expectsOperand = operandFollows.has(groups.word.toLowerCase());
      tokens.push({ endsOperand: !expectsOperand, isWord: true });
    } else if (groups.escaped !== undefined) {
      const escape = [{ start, end: place, part: { literal: '?' } }];
      tokens.push({ endsOperand: false, escape });
    } else if (groups.colons !== undefined) {
      place = readColon(sql, start, { before, open, tokens });
    } else if (groups.operator !== undefined) {
      place = readOperator(sql, start, groups.operator, { before, tokens });
    } else if (groups.other !== undefined) {
      if ('([{'.includes(groups.other)) open.push(groups.other);
      if (')]}'.includes(groups.other)) open.pop();
      tokens.push({ endsOperand: ')]}'.includes(groups.other) });
    } else {
      tokens.push({ endsOperand: true });
    }
  }
  return tokens;
}

function endOfComment(sql: string, start: number): number {
  const edges = /\/\*|\*\//g;
  edges.lastIndex = start;
  let depth = 0;
  for (let edge = edges.exec(sql); edge; edge = edges.exec(sql)) {
    depth += edge[0] === '/*' ? 1 : -1;
    if (depth === 0) return edges.lastIndex;
  }
  return sql.length;
}

type ColonState = { before: Token | undefined; open: string[]; tokens: Token[] };

/** `:name` takes the colons after it into account: none or a cast is a value, one makes it a name. */
function readColon(sql: string, start: number, { before, open, tokens }: ColonState): number {
  const match = /:([A-Za-z_]\w*)(:*)/y;
  match.lastIndex = start;
  const [, key, colons = ''] = match.exec(sql) ?? [];
  const end = start + 1 + (key?.length ?? 0);
  const inSlice = open.at(-1) === '[';
  const isName = colons.length % 2 === 1 && !inSlice;
  if (key === undefined || (!isName && separates(before, inSlice))) {
    const width = /^(::|:=)/.test(sql.slice(start, start + 2)) ? 2 : 1;
    tokens.push({ endsOperand: false });
    return start + width;
  }
  const placeholderEnd = isName ? end + 1 : end;
  tokens.push({ endsOperand: true, named: [{ start, end: placeholderEnd, key, isName }] });
  return placeholderEnd;
}

/** After an operand a colon parts a slice, or key and value of json_object('key': value). */
function separates(before: Token | undefined, inSlice: boolean): boolean {
  if (!before?.endsOperand) return false;
  return inSlice || !before.isWord;
}

/** Operators of Postgres and its usual extensions that have a question mark in them. */
const questionOperators = ['?||', '?-|', '?@>', '?<@', '?|', '?&', '?#', '?-', '?~', '?@', '?'];

type OperatorState = { before: Token | undefined; tokens: Token[] };

/**
 * A run of operator signs, up to a comment. After an operand it starts with an operator; where an
 * operand is expected, a question mark is one.
 */
function readOperator(
  sql: string,
  start: number,
  run: string,
  { before, tokens }: OperatorState,
): number {
  const comment = run.search(/--|\/\*/);
  const signs = comment === -1 ? run : run.slice(0, comment);
  if (signs === '??') {
    tokens.push({ endsOperand: true, marks: [{ start, end: start + 2 }] });
    return start + 2;
  }
  let endsOperand = before?.endsOperand ?? false;
  let place = 0;
  while (place < signs.length) {
    const rest = signs.slice(place);
    const isMark = rest[0] === '?' && !endsOperand;
    const width = isMark ? (rest[1] === '?' ? 2 : 1) : widthOfOperator(rest, endsOperand);
    const at = start + place;
    place += width;
    endsOperand = isMark;
    tokens.push({ endsOperand, ...(isMark && { marks: [{ start: at, end: at + width }] }) });
  }
  return start + signs.length;
}

function widthOfOperator(rest: string, isInfix: boolean): number {
  const question = rest.indexOf('?');
  if (question === -1) return rest.length;
  if (question === 0) return questionOperators.find((one) => rest.startsWith(one))!.length;
  // jsonb's `@?` is the one operator that ends in a question mark.
  if (isInfix && question === 1 && rest[0] === '@') return 2;
  return question;
}

/** Words after which a value stands, so that a question mark there is one. */
const operandFollows = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between binary both by call
  case cast check collate collation column concurrently constraint create cross deferrable desc
  distinct do else escape except exclude execute explain filter for foreign
  freeze from full grant group having if ilike in initially inner insert intersect into is isnull
  join lateral leading left like limit natural not notnull offset on only or order outer over
  overlaps partition perform placing primary references returning right select
  set show similar some symmetric table tablesample then to trailing union unique update using
  values variadic verbose when where window with xmlattributes zone`.split(/\s+/),
);
