/**
 * A JSON text as a tree that remembers where everything stands. Edits change just those characters, so
 * that numbers keep their digits, equal keys stay two, and nothing else of the file moves.
 */
export type JsonNode = JsonObject | JsonArray | JsonScalar;
type Place = { from: number; to: number };
export type JsonObject = Place & { kind: 'object'; members: JsonMember[] };
export type JsonArray = Place & { kind: 'array'; items: JsonNode[] };
export type JsonScalar = Place & { kind: 'string' | 'number' | 'literal' };
export type JsonMember = Place & { key: string; value: JsonNode };
export type JsonPath = (string | number)[];

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gsy;

/** The text has to be valid JSON. Depth is kept in a list, so that no text exhausts the stack. */
export function parseNodes(text: string): JsonNode {
  TOKEN.lastIndex = 0;
  const open: (JsonObject | JsonArray)[] = [];
  let key: (Place & { key: string }) | undefined;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const token = match[1] ?? '';
    const from = TOKEN.lastIndex - token.length;
    const to = TOKEN.lastIndex;
    const inside = open.at(-1);
    if (token === ',' || token === ':') continue;
    if (token === '}' || token === ']') {
      const closed = open.pop();
      if (!closed) break;
      closed.to = to;
      const parent = open.at(-1);
      if (!parent) return closed;
      if (parent.kind === 'object') closeMember(parent, to);
      continue;
    }
    if (inside?.kind === 'object' && !key) {
      key = { from, to, key: JSON.parse(token) as string };
      continue;
    }
    const node = nodeOf(token, { from, to });
    if (inside?.kind === 'object' && key) {
      inside.members.push({ from: key.from, to, key: key.key, value: node });
      key = undefined;
    } else if (inside?.kind === 'array') inside.items.push(node);
    if (node.kind === 'object' || node.kind === 'array') open.push(node);
    else if (!inside) return node;
  }
  throw new SyntaxError('Not valid JSON');
}

function nodeOf(token: string, place: Place): JsonNode {
  if (token === '{') return { ...place, kind: 'object', members: [] };
  if (token === '[') return { ...place, kind: 'array', items: [] };
  if (token.startsWith('"')) return { ...place, kind: 'string' };
  return { ...place, kind: /^[-\d]/.test(token) ? 'number' : 'literal' };
}

function closeMember({ members }: JsonObject, to: number): void {
  const last = members.at(-1);
  if (last) last.to = to;
}

/** Children by the step of a path that leads to them. */
export function listChildren(node: JsonNode): { step: string | number; value: JsonNode }[] {
  if (node.kind === 'object') return node.members.map(({ key, value }) => ({ step: key, value }));
  if (node.kind === 'array') return node.items.map((value, step) => ({ step, value }));
  return [];
}

/** What one reads of a scalar: a string without its quotes and escapes, anything else as written. */
export function shownText(text: string, { kind, from, to }: JsonNode): string {
  const raw = text.slice(from, to);
  return kind === 'string' ? (JSON.parse(raw) as string) : raw;
}

/**
 * What was typed as JSON. Over a string it stays a string, whatever it looks like; elsewhere a number,
 * true, false and null are what they look like, and anything else is a string.
 */
export function typedAsJson(typed: string, before: JsonNode['kind'] | undefined): string {
  const isScalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(
    typed.trim(),
  );
  return isScalar && before !== 'string' ? typed.trim() : JSON.stringify(typed);
}

export function replaceNode(text: string, { from, to }: Place, raw: string): string {
  return text.slice(0, from) + raw + text.slice(to);
}

/** Takes a child out together with the comma it no longer needs. */
export function removeChild(text: string, parent: JsonObject | JsonArray, index: number): string {
  const places = placesOf(parent);
  const child = places[index];
  if (!child) return text;
  const before = places[index - 1];
  const after = places[index + 1];
  if (before) return text.slice(0, before.to) + text.slice(child.to);
  if (after) return text.slice(0, child.from) + text.slice(after.from);
  return text.slice(0, parent.from + 1) + text.slice(parent.to - 1);
}

/** Puts a child at the end, set off as the one before it is. */
export function addChild(
  text: string,
  parent: JsonObject | JsonArray,
  child: { key?: string; raw: string },
): string {
  const written =
    parent.kind === 'object' ? `${JSON.stringify(child.key ?? '')}: ${child.raw}` : child.raw;
  const places = placesOf(parent);
  const last = places.at(-1);
  if (!last) {
    return text.slice(0, parent.from + 1) + written + text.slice(parent.to - 1);
  }
  const between = text.slice(parent.from + 1, last.from);
  const lead = between.slice(between.trimEnd().length);
  return `${text.slice(0, last.to)},${lead || ' '}${written}${text.slice(last.to)}`;
}

function placesOf(parent: JsonObject | JsonArray): Place[] {
  return parent.kind === 'object' ? parent.members : parent.items;
}

/** The way to what stands at a place of the text. */
export function pathAt(root: JsonNode, place: number): JsonPath {
  const path: JsonPath = [];
  let node: JsonNode | undefined = root;
  while (node) {
    const next: { step: string | number; value: JsonNode } | undefined = findAround(node, place);
    if (next) path.push(next.step);
    node = next?.value;
  }
  return path;
}

function findAround(node: JsonNode, place: number) {
  const contains = ({ from, to }: Place) => from <= place && place <= to;
  if (node.kind === 'object') {
    const member = node.members.find(contains);
    return member && { step: member.key, value: member.value };
  }
  if (node.kind === 'array') {
    const step = node.items.findIndex(contains);
    const value = node.items[step];
    return value && { step, value };
  }
  return undefined;
}

export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    node = node && listChildren(node).findLast((child) => child.step === step)?.value;
  }
  return node;
}
