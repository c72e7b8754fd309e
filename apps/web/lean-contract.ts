import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync, type ESTree, type Plugin } from 'vite';

/** What a route says to the server only: there it is checked, documented and answered. */
const forTheServer = new Set(['summary', 'params', 'query', 'body', 'answer']);
const contract = resolve(import.meta.dirname, '../../packages/contract/src');
const PLAIN = '?plain';
const CHECKING = '?checking';

type Node = ESTree.Node;
type Edit = { start: number; end: number; text: string };
/** A statement at the top of a file: what it declares, by what that is made, what it speaks of. */
type Part = {
  start: number;
  end: number;
  names: string[];
  isExported: boolean;
  makers: Node[];
  mentions: Set<string>;
};
type Source = { code: string; parts: Part[]; imports: Map<string, { from: string; name: string }> };

/**
 * The contract as a browser needs it. Its client sends what the compiler has checked, so that a route
 * is a method and a path to it. Checking at run time is done on few pages: so each file becomes two,
 * one with the schemas and what uses them, one with the rest, and a page loads the half it needs. All
 * of it only makes values; what nobody uses is left out. Otherwise every page would load the schemas
 * of all it may ever ask for, and build them before its first paint.
 */
export function leanContract(): Plugin {
  let sources = new Map<string, Source>();
  let checking = new Set<Part>();
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const files = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] });
      const paths = files.map((file) => resolve(contract, file));
      sources = new Map(paths.map((path) => [path, readSource(path)]));
      checking = listChecking(sources);
    },
    load: {
      filter: { id: /packages\/contract\/src\/.+\.ts(\?plain|\?checking)?$/ },
      handler(id) {
        const [file = '', half] = id.split(/(?=\?)/);
        const source = sources.get(file);
        if (!source) return undefined;
        const isHere = (part: Part) => checking.has(part) === (half === CHECKING);
        const code =
          half === undefined
            ? [PLAIN, CHECKING].map((one) => `export * from '${file}${one}';`).join('\n')
            : writeHalf(source, file, isHere);
        return { code, moduleType: 'ts', moduleSideEffects: false, map: null };
      },
    },
  };
}

// Reading ------------------------------------------------------------------------------------------

function readSource(file: string): Source {
  const original = readFileSync(file, 'utf8');
  const code = withEdits(original, listServerParts(parse(file, original), original));
  const { body } = parse(file, code);
  const imports: Source['imports'] = new Map();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const { value } = statement.source;
    const from = value.startsWith('.') ? resolve(dirname(file), value) : value;
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
      imports.set(one.local.name, { from, name: one.imported.name });
    }
  }
  return { code, imports, parts: body.flatMap((statement) => partOf(statement, file)) };
}

function parse(file: string, code: string): ESTree.Program {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}

/** Each property of a route that only the server reads, with the comma behind it. */
function listServerParts(program: Node, code: string): Edit[] {
  const found: Edit[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
    const [definition] = node.arguments;
    if (node.callee.name !== 'route' || definition?.type !== 'ObjectExpression') return;
    for (const property of definition.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      if (!forTheServer.has(property.key.name)) continue;
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      found.push({ start: property.start, end: property.end + comma, text: '' });
    }
  });
  return found;
}

/** Both halves have all imports and types, which go when nobody uses them: neither is a part. */
function partOf(statement: Node, file: string): Part[] {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declared = isExported ? statement.declaration : statement;
  if (!declared || /^TS|^ImportDeclaration$/.test(declared.type)) return [];
  const { start, end } = statement;
  const part = { start, end, isExported, mentions: listMentions(statement) };
  if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration') {
    return [{ ...part, names: [declared.id?.name ?? ''], makers: [] }];
  }
  if (declared.type === 'VariableDeclaration') {
    const { declarations } = declared;
    const names = declarations.flatMap(({ id }) => [...listMentions(id)]);
    const makers = declarations.flatMap(({ init }) => (init && isMadeByCalls(init) ? init : []));
    return [{ ...part, names, makers }];
  }
  throw new Error(`${file}: nobody has thought about a ${declared.type} at the top of a file.`);
}

function listMentions(node: Node): Set<string> {
  const names = new Set<string>();
  visit(node, (inner) => {
    if (inner.type === 'Identifier') names.add(inner.name);
  });
  return names;
}

function isMadeByCalls(node: Node): boolean {
  if (node.type.includes('Function')) return false;
  let calls = false;
  visit(node, ({ type }) => (calls ||= type === 'CallExpression' || type === 'NewExpression'));
  return calls;
}

/** Every node that means a value: no types, no names of properties. */
function visit(node: Node, see: (node: Node) => void): void {
  const isKind = /^TS(As|Satisfies|NonNull)/.test(node.type);
  if (node.type.startsWith('TS') && !isKind) return;
  see(node);
  for (const [name, value] of Object.entries(node)) {
    const isName =
      (name === 'key' || name === 'property') && !('computed' in node && node.computed);
    if (isName) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

// Halving ------------------------------------------------------------------------------------------

/** What speaks of zod, or of something that does, in its own file or another. */
function listChecking(sources: Map<string, Source>): Set<Part> {
  const checking = new Set<Part>();
  const isChecking = ({ parts, imports }: Source, name: string): boolean => {
    const imported = imports.get(name);
    if (imported?.from === 'zod') return true;
    const there = imported ? (sources.get(imported.from)?.parts ?? []) : parts;
    const called = imported?.name ?? name;
    return there.some((part) => checking.has(part) && part.names.includes(called));
  };
  for (let known = -1; known < checking.size;) {
    known = checking.size;
    for (const source of sources.values()) {
      for (const part of source.parts) {
        if ([...part.mentions].some((name) => isChecking(source, name))) checking.add(part);
      }
    }
  }
  return checking;
}

/** One half of a file. The checking half may need the plain one, never the other way round. */
function writeHalf({ code, parts }: Source, file: string, isHere: (part: Part) => boolean): string {
  const [here, away] = [parts.filter(isHere), parts.filter((part) => !isHere(part))];
  const mentioned = new Set(here.flatMap(({ mentions }) => [...mentions]));
  const needed = away.flatMap(({ names }) => names.filter((name) => mentioned.has(name)));
  const inner = here.filter(({ isExported }) => !isExported).flatMap(({ names }) => names);
  const own = withEdits(code, [
    ...away.map(({ start, end }) => ({ start, end, text: '' })),
    ...here.flatMap(({ makers }) => makers.flatMap(markAsPure)),
  ]);
  const from = needed.length > 0 ? `import { ${needed.join(', ')} } from '${file}${PLAIN}';` : '';
  return `${from}\n${own}\nexport { ${inner.join(', ')} };`;
}

function markAsPure({ start, end }: Node): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ];
}

function withEdits(code: string, edits: Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      code,
    );
}
