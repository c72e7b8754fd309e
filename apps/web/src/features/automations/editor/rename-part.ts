import type { Definition, Node, Samples } from '@causeway/contract/automations/definition.ts';
import { templatesOf } from '@causeway/contract/automations/templated.ts';
import { partsOf } from './edit-definition.ts';

type Content = { definition: Definition; samples: Samples };

/** Lines, expressions, code and the sample follow the name. */
export function renamePart({ definition, samples }: Content, id: string, next: string): Content {
  const follow = (name: string) => (name === id ? next : name);
  return {
    definition: {
      ...definition,
      triggers: definition.triggers.map((trigger) => ({ ...trigger, id: follow(trigger.id) })),
      nodes: definition.nodes.map((node) => ({
        ...renameInNode(node, id, next),
        id: follow(node.id),
      })),
      edges: definition.edges.map(({ from, port, to }) => ({
        from: follow(from),
        port,
        to: follow(to),
      })),
    },
    samples: Object.fromEntries(
      Object.entries(samples).map(([name, sample]) => [follow(name), sample]),
    ),
  };
}

/** A sample goes with its part: a new one that gets the same name must not find it. */
export function keepSamples(definition: Definition, samples: Samples): Samples {
  const names = new Set(partsOf(definition).map(({ id }) => id));
  const kept = Object.entries(samples).filter(([name]) => names.has(name));
  return kept.length === Object.keys(samples).length ? samples : Object.fromEntries(kept);
}

/** Only where expressions or code stand: a table may be called steps, too. */
function renameInNode(node: Node, id: string, next: string): Node {
  const inCode = (code: string) => renameInCode(code, id, next);
  const inText = (text: string) => mapExpressions(text, inCode);
  const templates = templatesOf(node).map(([field, value]) => [field, mapTexts(value, inText)]);
  const code = node.kind === 'code' ? { code: inCode(node.code) } : {};
  return { ...node, ...Object.fromEntries(templates), ...code };
}

/** What stands between braces, up to the first that is not closed. */
function mapExpressions(text: string, map: (code: string) => string): string {
  const [first = '', ...others] = text.split('{{');
  const mapped = others.map((part) => {
    const end = part.indexOf('}}');
    return end === -1 ? part : map(part.slice(0, end)) + part.slice(end);
  });
  return [first, ...mapped].join('{{');
}

const named = /(?<![\w$])(steps(?:\??\.|(?:\?\.)?\[["'`]))(\w{1,60})/g;

/** `steps.find` and `steps["find"]`, but not `trigger.steps.find`. */
function renameInCode(code: string, id: string, next: string): string {
  return code.replace(named, (whole, before: string, name: string, at: number) => {
    const isOfAnother = code[at - 1] === '.' && code.slice(at - 3, at) !== '...';
    const quote = before.at(-1) === '.' ? '' : before.at(-1);
    const after = code[at + whole.length] ?? '';
    const isWhole = quote ? after === quote : !/[\w$]/.test(after);
    return name === id && !isOfAnother && isWhole ? before + next : whole;
  });
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map)]),
  );
}
