import {
  parseTemplate,
  readPath,
  type Template,
} from '@causeway/contract/automations/expressions.ts';
import { textOf } from './effort.ts';

/** What expressions see. */
export type Scope = {
  trigger: unknown;
  steps: Record<string, { output: unknown }>;
  item?: unknown;
  index?: number;
  run: { id: string; workflow: string; version: number; startedAt: string };
  vars: Record<string, string>;
};

/** Settings, read once when a version is loaded: what is fixed, and what is filled in for each run. */
export type Value =
  | { kind: 'fixed'; value: unknown }
  | { kind: 'template'; template: Template }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; entries: [string, Value][] };

/** Results of expressions that are code, by their source. */
export type CodeResults = ReadonlyMap<string, unknown>;

export function compileValue(value: unknown): Value {
  if (typeof value === 'string' && value.includes('{{')) {
    return { kind: 'template', template: parseTemplate(value) };
  }
  if (Array.isArray(value)) {
    const items = value.map(compileValue);
    return items.every(isFixed) ? { kind: 'fixed', value } : { kind: 'list', items };
  }
  if (value === null || typeof value !== 'object') return { kind: 'fixed', value };
  const entries = Object.entries(value).map(([key, inner]): [string, Value] => [
    key,
    compileValue(inner),
  ]);
  const hasTemplates = entries.some(([, inner]) => !isFixed(inner));
  return hasTemplates ? { kind: 'object', entries } : { kind: 'fixed', value };
}

function isFixed({ kind }: Value): boolean {
  return kind === 'fixed';
}

const noCode: CodeResults = new Map();

export function evaluate(value: Value, scope: Scope, codes: CodeResults = noCode): unknown {
  switch (value.kind) {
    case 'fixed':
      return value.value;
    case 'list':
      return value.items.map((item) => evaluate(item, scope, codes));
    case 'object':
      return Object.fromEntries(
        value.entries.map(([key, inner]) => [key, evaluate(inner, scope, codes)]),
      );
    default:
      return fillIn(value.template, scope, codes);
  }
}

function fillIn({ parts, isWhole }: Template, scope: Scope, codes: CodeResults): unknown {
  const [first] = parts;
  const valueOf = (part: (typeof parts)[number]) => {
    if (part.kind === 'text') return part.text;
    return part.kind === 'path' ? readPath(scope, part.path) : (codes.get(part.source) ?? null);
  };
  if (isWhole && first) return valueOf(first);
  return parts.map((part) => textOf(valueOf(part))).join('');
}

/** The expressions of a value that only the sandbox can evaluate. */
export function codesIn(value: Value): string[] {
  switch (value.kind) {
    case 'fixed':
      return [];
    case 'list':
      return value.items.flatMap(codesIn);
    case 'object':
      return value.entries.flatMap(([, inner]) => codesIn(inner));
    default:
      return value.template.parts.flatMap((part) => (part.kind === 'code' ? [part.source] : []));
  }
}
