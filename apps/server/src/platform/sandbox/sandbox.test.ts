import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRunMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { eventually } from '#testing/eventually.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox(pino({ level: 'silent' }));
});
afterAll(() => sandbox.close());

const LIMIT_MS = 400;

async function run(code: string, scope: object = {}): Promise<unknown> {
  const job = { kind: 'code' as const, code, scope: JSON.stringify(scope), limitMs: LIMIT_MS };
  const { values } = await sandbox.run(job);
  return JSON.parse(values[0] ?? 'null');
}

async function codeOf(code: string): Promise<string> {
  try {
    return `returned ${JSON.stringify(await run(code))}`;
  } catch (error) {
    return (error as Failure).code;
  }
}

test('AUTO-8 code gets the values of its run and gives back a value', async () => {
  expect(
    await run('return trigger.rows.map(({ n }) => n * 2)', {
      trigger: { rows: [{ n: 1 }, { n: 2 }] },
    }),
  ).toEqual([2, 4]);
  expect(await run('await null; return { at: new Date(0).toISOString() }')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
  });
  expect(await run('return undefined')).toBeNull();
});

test('AUTO-7 AUTO-8 what the sandbox says of code it stopped is a sentence of runs, said in the language of readers', async () => {
  const error = await run('for (;;) {}').catch((reason: unknown) => reason);
  expect(findRunMessage((error as Failure).message)?.name).toBe('codeTooLong');
});

test('AUTO-8 a process nobody needs is ended, and the next code gets another', async () => {
  const job = { kind: 'code' as const, code: 'return 1', scope: '{}', limitMs: LIMIT_MS };
  const others = countProcesses();
  const own = createSandbox(pino({ level: 'silent' }), 1);
  for (const _ of [1, 2]) {
    expect(await own.run(job)).toMatchObject({ ok: true, values: ['1'] });
    await eventually(() => expect(countProcesses()).toBe(others));
  }
  const together = await Promise.all([1, 2, 3].map(() => own.run(job)));
  expect(together.map(({ ok }) => ok)).toEqual([true, true, true]);
  own.close();
});

function countProcesses(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
}

test('AUTO-8 what one run leaves behind is not there for the next', async () => {
  await run('globalThis.leak = 1; Array.prototype.leak = 1; Object.prototype.leak = 1; return 1');
  expect(await run('return [typeof leak, [].leak ?? null, ({}).leak ?? null]')).toEqual([
    'undefined',
    null,
    null,
  ]);
});

describe('AUTO-8 code reaches nothing outside', () => {
  const names = [
    'process',
    'require',
    'module',
    'exports',
    'global',
    'Buffer',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'Worker',
    'SharedArrayBuffer_',
    'setTimeout',
    'setInterval',
    'queueMicrotask_',
    'WebAssembly',
    'Deno',
    'Bun',
    'std',
    'os',
    'navigator',
    'window',
    'document',
    'self',
    '__dirname',
    '__filename',
    'importScripts',
    'postMessage',
    'structuredClone',
    'performance_',
    'crypto',
    'URL',
    'TextDecoder',
    'ReadableStream',
    'scriptArgs',
    'print',
    'load',
    'loadScript',
  ].map((name) => name.replace(/_$/, ''));

  test.each(
    names.filter((name) => !['SharedArrayBuffer', 'queueMicrotask', 'performance'].includes(name)),
  )('%s is not there', async (name) => {
    expect(await run(`return typeof ${name}`)).toBe('undefined');
  });

  const escapes: [what: string, code: string][] = [
    [
      'the constructor of a function',
      "return Function('return typeof process + typeof require')()",
    ],
    [
      'the constructor of a constructor',
      "return ({}).constructor.constructor('return typeof process')()",
    ],
    [
      'the constructor of an async function',
      "return await (async () => {}).constructor('return typeof process')()",
    ],
    [
      'the constructor of a generator',
      "return [...(function* () {}).constructor('yield typeof process')()][0]",
    ],
    ['indirect eval', "return (0, eval)('typeof process + typeof globalThis.process')"],
    ['this of a plain function', 'return typeof (function () { return this })().process'],
    [
      'the constructor of an error',
      "try { null.x } catch (error) { return error.constructor.constructor('return typeof process')() }",
    ],
    [
      'a stack of calls',
      "const error = new Error(); Error.prepareStackTrace = (_, sites) => sites.map((site) => typeof site.getThis?.()); return String(error.stack).includes('node:')",
    ],
    ['a proxy', 'return new Proxy({}, { get: (_, key) => typeof globalThis[key] }).process'],
    ['a symbol of the host', "return typeof globalThis[Symbol.for('nodejs.util.inspect.custom')]"],
    [
      'arguments and callers',
      'return (function () { try { return typeof arguments.callee.caller } catch { return "undefined" } })()',
    ],
    ['a realm', 'return typeof ShadowRealm'],
    ['toJSON on the way out', 'return { toJSON() { return typeof process } }'],
    [
      'the prototype of the values',
      "return typeof Object.getPrototypeOf(trigger ?? {}).constructor.constructor('return process')",
    ],
  ];
  test.each(escapes)('through %s', async (_what, code) => {
    const given = await codeOf(code);
    expect(given).not.toMatch(/returned .*(object|function.*function|node:)/);
  });

  test.each([
    'fs',
    'node:fs',
    'child_process',
    'node:net',
    './job.ts',
    'https://example.test/x.js',
    'std',
    'os',
  ])('import of %s is refused', async (name) => {
    expect(await codeOf(`return await import('${name}')`)).toMatch(/^E_CODE/);
  });
});

describe('AUTO-8 code ends at its limits', () => {
  const endless: [what: string, code: string][] = [
    ['a loop', 'for (;;) {}'],
    ['a loop that catches', 'for (;;) { try { throw 1 } catch {} }'],
    ['a loop in finally', 'try { for (;;) {} } finally { for (;;) {} }'],
    [
      'promises that make promises',
      'const again = () => Promise.resolve().then(again); await again()',
    ],
    ['a generator', 'function* all() { for (;;) yield 1 } for (const _ of all()) {}'],
    ['a getter on the way out', 'return { get x() { for (;;) {} } }'],
    ['toJSON on the way out', 'return { toJSON() { for (;;) {} } }'],
    ['a regular expression', "return /^(a+)+$/.test('a'.repeat(40) + 'b')"],
    ['a regular expression with many ways', "return /(x+x+)+y/.test('x'.repeat(60))"],
    ['recursion', '(function down() { down() })()'],
    [
      'recursion through a proxy',
      'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x',
    ],
    ['arrays that grow', 'const all = []; for (;;) all.push(new Array(1000).fill(1))'],
    ['texts that double', "let text = 'x'; for (;;) text += text"],
    ['a huge array', 'return new Array(2 ** 32 - 1).fill(0).length'],
    ['a sparse join', "return new Array(2 ** 31).join('x').length"],
    ['a sort of a sparse array', 'const a = []; a[2 ** 31] = 1; return a.sort().length'],
    ['a huge repeat', "return 'x'.repeat(2 ** 30).length"],
    ['pads', "return ''.padEnd(2 ** 30, 'ab').length"],
    ['a replace bomb', "return 'a'.repeat(1e6).replace(/a/g, '$`').length"],
    ['big numbers', 'let n = 2n; for (;;) n = n * n'],
    ['a power of big numbers', 'return String(7n ** 100000000n).length'],
    ['a deep object', 'let deep = {}; for (let i = 0; i < 1e6; i++) deep = { deep }; return deep'],
    [
      'a search in long texts',
      "const a = 'a'.repeat(5e6); let n = 0; for (;;) n += a.indexOf(a + 'b')",
    ],
    ['typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1e6))'],
    ['maps', 'const map = new Map(); for (let i = 0; ; i++) map.set(i, new Array(100).fill(i))'],
    ['a promise nobody settles', 'await new Promise(() => {})'],
    ['a long output', "return 'x'.repeat(8e6)"],
    ['classes that make classes', 'let C = class {}; for (;;) C = class extends C {}'],
    ['source that grows', "let s = '1'; for (;;) { s += '+' + s; eval(s) }"],
  ];
  test.each(endless)('%s', async (_what, code) => {
    expect(await codeOf(code)).toMatch(/^E_CODE_(LIMIT|FAILED)$/);
  });

  test.each([
    ['longer than it says', '({ length: 1, toString: () => `[${"[],".repeat(4e6)}[]]` })'],
    ['deeper than anybody can write', '`${"[".repeat(6e3)}${"]".repeat(6e3)}`'],
    ['no JSON', '"none"'],
  ])('also where it writes its values by itself, %s', async (_what, written) => {
    const own = `const kept = JSON.stringify; JSON.stringify = (given) =>
      given === 7 ? ${written} : kept(given); console.log('told');`;
    expect((await codeOf(`${own} return 7`)).slice(0, 50)).toBe('returned 7');
  });

  test('and the next one runs as if nothing had been', async () => {
    expect(await run('return 1 + 1')).toBe(2);
  });
});

test('AUTO-3 code that can not be read is told without being run', async () => {
  const job = { kind: 'check' as const, form: 'expression' as const, limitMs: LIMIT_MS };
  await sandbox.run({ ...job, sources: ['1 + 1', 'trigger?.a ?? 2'] });
  const refused = await sandbox
    .run({ ...job, sources: ['1', '(((', '2'] })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'E_CODE_FAILED', details: { at: 1 } });
});
