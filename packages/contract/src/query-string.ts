/**
 * Writes query parameters in bracket style: `{ a: { b: 1 }, list: ['x'] }` → `a[b]=1&list[0]=x`.
 * Null is a key without a value, undefined is left out.
 */
export function stringifyQuery(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([key, value]) => pairsOf(encodeURIComponent(key), value))
    .join('&');
}

function pairsOf(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (value === null) return [key];
  if (value instanceof Date) return [`${key}=${encodeURIComponent(value.toISOString())}`];
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([part, inner]) =>
    pairsOf(`${key}[${encodeURIComponent(part)}]`, inner),
  );
}

type Node = Map<string, string | null | Node>;

/** Deeper than any query of ours; what goes further is part of the last name. */
const DEEPEST = 8;

/**
 * Reads bracket style, in one pass over the text. Names that count up from 0, repeated names and
 * `name[]` make a list. Brackets may be percent-encoded, as other clients do, unless the name holds
 * plain ones too.
 */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return {};
  const root: Node = new Map();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const key = at === -1 ? pair : pair.slice(0, at);
    put(root, namesOf(key), at === -1 ? null : decode(pair.slice(at + 1)));
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, valueOf(value)]));
}

function namesOf(key: string): string[] {
  if (key.includes('[')) return splitBrackets(key).map(decode);
  return splitBrackets(decode(key));
}

/** `a[b][c]` → a, b, c. A key that is not of this form is one name. */
function splitBrackets(key: string): string[] {
  const open = key.indexOf('[');
  if (open < 1 || !key.endsWith(']')) return [key];
  const names = [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
  if (names.length <= DEEPEST) return names;
  return [...names.slice(0, DEEPEST - 1), names.slice(DEEPEST - 1).join('][')];
}

function put(root: Node, names: string[], value: string | null): void {
  let node = root;
  names.forEach((given, index) => {
    const name = given === '' && index > 0 ? String(node.size) : given;
    const known = node.get(name);
    if (index < names.length - 1) {
      const inner: Node = known instanceof Map ? known : new Map();
      node.set(name, inner);
      node = inner;
    } else if (known === undefined) {
      node.set(name, value);
    } else {
      const list: Node = known instanceof Map ? known : new Map([['0', known]]);
      list.set(String(list.size), value);
      node.set(name, list);
    }
  });
}

function valueOf(value: string | null | Node): unknown {
  if (!(value instanceof Map)) return value;
  const names = [...value.keys()];
  const isList = names.every(
    (name) => /^(0|[1-9]\d{0,5})$/.test(name) && Number(name) < names.length,
  );
  if (isList) {
    return names.map((_, index) => valueOf(value.get(String(index)) ?? null));
  }
  return Object.fromEntries([...value].map(([name, inner]) => [name, valueOf(inner)]));
}

/** Text that is not percent-encoded properly is taken as it stands. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
