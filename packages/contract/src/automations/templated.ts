import type { Node, NodeKind } from './definition.ts';

/** Which settings of a node hold expressions. Everything else is taken as it is written. */
const templatedFields: Record<NodeKind, readonly string[]> = {
  query: ['parameters'],
  execute: ['parameters'],
  upsert: ['rows'],
  object: ['path', 'to', 'body'],
  operation: ['params', 'query', 'body'],
  set: ['base', 'fields'],
  filter: ['items', 'conditions'],
  sort: ['items'],
  aggregate: ['items'],
  join: ['left', 'right'],
  dedupe: ['items'],
  parse: ['text'],
  format: ['value'],
  code: [],
  if: ['conditions'],
  switch: ['value', 'cases'],
  forEach: ['items'],
  wait: ['until'],
  workflow: ['input'],
  stop: ['message'],
  respond: ['body'],
  approval: ['message'],
  note: [],
  http: ['url', 'headers', 'query', 'body'],
  ai: ['prompt'],
  mail: ['to', 'subject', 'text'],
  notify: ['text'],
};

export function templatesOf(node: Node): [field: string, value: unknown][] {
  const settings = node as unknown as Record<string, unknown>;
  return templatedFields[node.kind]
    .filter((field) => settings[field] !== undefined)
    .map((field) => [field, settings[field]]);
}

/** Every text in a value, with where it stands: `fields.2.value`. */
export function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, `${path}.${key}`);
}
