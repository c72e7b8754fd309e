/**
 * The values of a row object as text: a string is its text, everything else is the JSON that stands
 * there, so that no digit and no order of keys is lost. Says what is wrong where it is no object.
 */
export function readObject(
  text: string,
  take: (key: string, cell: string | null) => void,
): string | undefined {
  if (!text.startsWith('{')) return 'Not an object.';
  try {
    JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : 'Not JSON.';
  }
  // From here on it is known to be JSON.
  let at = skipSpace(text, 1);
  while (text[at] !== '}') {
    const keyEnd = endOfString(text, at);
    const key = readString(text, at, keyEnd);
    at = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, at);
    take(key, readCell(text, at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

function readCell(text: string, start: number, end: number): string | null {
  if (text[start] === '"') return readString(text, start, end);
  const raw = text.slice(start, end);
  return raw === 'null' ? null : raw;
}

function readString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** The place behind the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    at += code === 0x5c ? 2 : 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (!/[,}\]\s]/.test(text[at] ?? '}')) at += 1;
    return at;
  }
  let depth = 0;
  let at = start;
  for (;;) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else {
      if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
  }
}

/** A list as Postgres writes an array; what is in it keeps its digits. */
export function arrayLiteral(json: string): string {
  const items = JSON.parse(json, (_key, value: unknown, context?: { source?: string }) => {
    return typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value;
  }) as unknown;
  return Array.isArray(items) ? writeArray(items) : json;
}

class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function writeArray(items: unknown[]): string {
  return `{${items.map(writeItem).join(',')}}`;
}

function writeItem(item: unknown): string {
  if (item === null) return 'NULL';
  if (Array.isArray(item)) return writeArray(item);
  if (item instanceof Digits) return item.text;
  if (typeof item === 'boolean') return String(item);
  const text = typeof item === 'string' ? item : JSON.stringify(item, digitsToText);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
}

/** Newer than the types we compile with. */
type RawJson = { rawJSON(text: string): unknown };

function digitsToText(_key: string, value: unknown): unknown {
  return value instanceof Digits ? (JSON as unknown as RawJson).rawJSON(value.text) : value;
}

/** For a column of JSON: a text that is JSON is meant as such, any other is a text in JSON. */
export function asJsonText(cell: string): string {
  try {
    JSON.parse(cell);
    return cell;
  } catch {
    return JSON.stringify(cell);
  }
}
