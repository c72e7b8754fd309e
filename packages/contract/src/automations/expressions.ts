/**
 * Values of a step's settings are texts with expressions in them: `Hello {{ trigger.name }}`.
 *
 * A text that is one expression and nothing else has the expression's value, of whatever type; any
 * other is a text. An expression is either a plain path over own properties, read right here, or
 * anything else, which is code and only ever evaluated in the sandbox.
 */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'path'; path: Path; source: string; at: number }
  | { kind: 'code'; source: string; at: number };

export type Path = readonly (string | number)[];
export type Template = { parts: readonly Part[]; isWhole: boolean };

/** What expressions may start from. */
export const expressionRoots = ['trigger', 'steps', 'item', 'index', 'run', 'vars'] as const;
export type ExpressionRoot = (typeof expressionRoots)[number];

export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
  /** Where in the text. */
  readonly at: number;
  readonly reason: 'no-end' | 'open-quote' | 'empty';

  constructor(reason: ExpressionProblem['reason'], message: string, at: number) {
    super(message);
    this.reason = reason;
    this.at = at;
  }
}

export function parseTemplate(text: string): Template {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{{', at);
    if (open === -1) break;
    if (open > at) parts.push({ kind: 'text', text: text.slice(at, open) });
    const close = findEnd(text, open + 2);
    parts.push(readExpression(text.slice(open + 2, close), open + 2));
    at = close + 2;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return { parts, isWhole: parts.length === 1 && parts[0]?.kind !== 'text' };
}

/** The end of an expression: two closing braces that close nothing of its own and stand in no text. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'" || character === '`') {
      at = skipQuoted(text, at);
    } else if (character === '{') {
      depth += 1;
    } else if (character === '}') {
      if (depth === 0 && text[at + 1] === '}') return at;
      depth = Math.max(0, depth - 1);
    }
  }
  throw new ExpressionProblem('no-end', 'The expression has no end: }} is missing.', from - 2);
}

function skipQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[from]) return at;
  }
  throw new ExpressionProblem('open-quote', 'A quotation mark is not closed.', from);
}

function readExpression(inner: string, at: number): Part {
  const source = inner.trim();
  if (source === '') throw new ExpressionProblem('empty', 'The expression is empty.', at);
  const path = parsePath(source);
  return path ? { kind: 'path', path, source, at } : { kind: 'code', source, at };
}

const name = /[A-Za-z_$][\w$]*/y;
const position = /\[(\d{1,9})\]/y;
const key = /\["((?:[^"\\]|\\["\\])*)"\]/y;

/** What is longer is code like anything else, and read where code is. */
const LONGEST_PATH = 50;

/** `steps.find.output.rows[0]["full name"]`; undefined where it is anything else than a path. */
export function parsePath(source: string): Path | undefined {
  const path: (string | number)[] = [];
  let at = 0;
  while (at < source.length) {
    if (path.length === LONGEST_PATH) return undefined;
    const step = path.length === 0 || source[at] === '.';
    if (step) {
      const part = matchAt(name, source, path.length === 0 ? at : at + 1);
      if (!part) return undefined;
      path.push(part[0]);
      at = name.lastIndex;
      continue;
    }
    const index = matchAt(position, source, at);
    if (index) {
      path.push(Number(index[1]));
      at = position.lastIndex;
      continue;
    }
    const quoted = matchAt(key, source, at);
    if (!quoted) return undefined;
    path.push((quoted[1] ?? '').replace(/\\(["\\])/g, '$1'));
    at = key.lastIndex;
  }
  const [root] = path;
  return expressionRoots.some((known) => known === root) ? path : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Only own properties count: nothing of a prototype is ever reached. Missing is null. */
export function readPath(scope: unknown, path: Path): unknown {
  let value = scope;
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return null;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value ?? null;
}

/** How a value stands in the middle of a text. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
