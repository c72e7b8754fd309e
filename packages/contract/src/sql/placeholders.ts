import { conditionSql, readCondition } from './conditions.ts';
import { type FoundPlaceholders, scanPlaceholders } from './placeholder-scan.ts';

/**
 * Placeholders of a statement, found by reading it the way Postgres does and never inside a string,
 * a quoted name, a comment or an operator. Which kind is looked for depends on the bindings:
 *
 * - none (missing, `[]` or `{}`): nothing is a placeholder, so `data ? 'key'` just works;
 * - a list: `?` is a value and `??` a name; where the statement has `$1`, those count instead and
 *   every `?` is an operator;
 * - an object: `:name` is a value, `:name:` a name and `:name(expression)` a condition on the
 *   expression, of which sql-conditions.ts tells what it may be.
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

/** The same without a function in it, so that it can come from another thread. */
export type BoundText = { text: string; values: unknown[]; places: Int32Array<ArrayBuffer> };

export class BindingProblem extends Error {
  override readonly name = 'BindingProblem';
}

export function bindPlaceholders(sql: string, bindings?: Bindings): BoundStatement {
  return withPlaces(bindText(sql, bindings));
}

export function withPlaces({ text, values, places }: BoundText): BoundStatement {
  return { text, values, placeInOriginal: (place) => placeInOriginal(places, place) };
}

export function bindText(sql: string, bindings?: Bindings): BoundText {
  const { found, isNumbered } = findPlaceholders(sql, bindings);
  // $1 says itself which value it takes, so the list stays as it is.
  if (isNumbered) return { ...splice(sql, found), values: [...(bindings as readonly unknown[])] };
  const values: unknown[] = [];
  const written = new Map<string, string>();
  const write = (key: string, isName: boolean) => {
    const value = valueOf(bindings ?? [], key);
    return isName ? quoteName(value, key) : `$${values.push(value)}`;
  };
  let covered = 0;
  for (const place of found) {
    if (place.key === undefined) continue;
    if (place.start < covered) throw new BindingProblem('A condition holds no other parameter.');
    covered = place.end;
    if (place.expression !== undefined) {
      place.text = writeConditionOn(place.expression, bindings ?? [], place.key, values);
      continue;
    }
    const sign = `${place.isName ? ':' : ''}${place.key}`;
    if (!written.has(sign)) written.set(sign, write(place.key, place.isName));
    place.text = written.get(sign)!;
  }
  return { ...splice(sql, found), values };
}

export type ListedParameter = { name: string; isName: boolean; isCondition: boolean };

/** The parameters a statement asks for, each once, in order of appearance. */
export function listParameters(sql: string): ListedParameter[] {
  const listed = new Map<string, ListedParameter>();
  for (const { key, isName, expression } of scanPlaceholders(sql).named) {
    if (listed.has(key)) continue;
    listed.set(key, { name: key, isName, isCondition: expression !== undefined });
  }
  return [...listed.values()];
}

function writeConditionOn(
  expression: string,
  bindings: Bindings,
  key: string,
  values: unknown[],
): string {
  const value = valueOf(bindings, key);
  if (value === null || value === '') return 'true';
  const asked = typeof value === 'string' ? readCondition(value) : undefined;
  if (!asked) throw new BindingProblem(`':${key}' is a condition, and its value is none.`);
  return conditionSql(expression, asked, (one) => `$${values.push(one)}`);
}

/** What takes the place of a part of the text; one without a key is known from the start. */
type Placeholder = {
  start: number;
  end: number;
  key: string | undefined;
  isName: boolean;
  /** Of a condition. */
  expression?: string;
  text: string;
};

type Found = { found: Placeholder[]; isNumbered: boolean };

function findPlaceholders(sql: string, bindings: Bindings | undefined): Found {
  if (!bindings || Object.keys(bindings).length === 0) return { found: [], isNumbered: false };
  const scanned = scanPlaceholders(sql);
  if (!Array.isArray(bindings)) {
    const named = scanned.named.map((place) => ({ ...place, text: '' }));
    return { found: inOrder(named, scanned), isNumbered: false };
  }
  if (scanned.numbered > 0) {
    checkCount(scanned.numbered, bindings.length, '$');
    return { found: inOrder([], scanned), isNumbered: true };
  }
  const { marks } = scanned;
  checkCount(marks.length, bindings.length, '?');
  const positional = marks.map(({ start, end }, index) => {
    return { start, end, key: String(index), isName: end - start === 2, text: '' };
  });
  return { found: inOrder(positional, scanned), isNumbered: false };
}

function inOrder(found: Placeholder[], { escapes }: FoundPlaceholders): Placeholder[] {
  const plain = escapes.map((mark) => ({ ...mark, key: undefined, isName: false, text: '?' }));
  if (plain.length === 0) return found;
  return [...found, ...plain].toSorted((a, b) => a.start - b.start);
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

/** Longer than what any database takes; a name said a million times would make gigabytes of it. */
const LONGEST_TEXT = 8_000_000;

function splice(sql: string, found: Placeholder[]): { text: string; places: BoundText['places'] } {
  const parts: string[] = [];
  // For each part: where it lies in the new text, where it comes from, whether it was copied.
  const places = new Int32Array(3 * (2 * found.length + 1));
  let length = 0;
  let read = 0;
  let count = 0;
  const append = (part: string, original: number, isCopied: boolean) => {
    if (part === '') return;
    places.set([length, original, isCopied ? 1 : 0], 3 * count);
    count += 1;
    length += part.length;
    if (length > LONGEST_TEXT) throw new BindingProblem('The statement is too long once bound.');
    parts.push(part);
  };
  for (const { start, end, text } of found) {
    append(sql.slice(read, start), read, true);
    append(text, start, false);
    read = end;
  }
  append(sql.slice(read), read, true);
  return { text: parts.join(''), places: places.slice(0, 3 * count) };
}

function placeInOriginal(places: Int32Array, place: number): number {
  let low = 0;
  let high = places.length / 3 - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (places[3 * middle]! <= place) low = middle;
    else high = middle - 1;
  }
  const [from = 0, original = 0, isCopied = 0] = places.subarray(3 * low, 3 * low + 3);
  return isCopied === 1 ? original + (place - from) : original;
}
