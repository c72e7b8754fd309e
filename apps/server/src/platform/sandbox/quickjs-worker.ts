import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import base from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { type Job, type JobResult, LONGEST_OUTPUT } from './job.ts';

/**
 * QuickJS, compiled to WebAssembly, in a thread of the sandbox's process. The module is compiled once;
 * every job gets an instance with a memory of its own that can't grow beyond its maximum, so nothing
 * of one job is there for the next. No function of ours is handed in: code sees its values and the
 * language, and nothing else.
 */
const MOST_PAGES = 1_024;
const MEMORY_LIMIT = 60 * 1024 * 1024;
const STACK_LIMIT = 256 * 1024;
const JOBS_AT_ONCE = 50;
const MOST_LOGS = 100;
/** As JSON; what is longer are not the lines that were logged. */
const LONGEST_LOGS = 2_000_000;

// Its types describe the CommonJS build; as a module the variant itself is the default.
const baseVariant = base as unknown as QuickJSSyncVariant;
const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const wasmModule = await WebAssembly.compile(readFileSync(wasm));

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
parentPort?.on('message', (job: Job) => {
  void runJob(job).then((result) => parentPort?.postMessage(result));
});
parentPort?.postMessage('ready');
/* oxlint-enable unicorn/require-post-message-target-origin */

type Engine = {
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  isLate(): boolean;
  /** The language's own, taken before code could put another in its place. */
  stringify: QuickJSHandle;
};

async function runJob(job: Job): Promise<JobResult> {
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: MOST_PAGES });
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(baseVariant, { wasmModule, wasmMemory }),
  );
  const runtime = module.newRuntime();
  // Time at work, not on the clock: code of one user must not fail because others keep the machine busy.
  const begun = process.threadCpuUsage();
  const isLate = () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000 > job.limitMs;
  };
  runtime.setMemoryLimit(MEMORY_LIMIT);
  runtime.setMaxStackSize(STACK_LIMIT);
  runtime.setInterruptHandler(isLate);
  // Never disposed: with its memory it is gone as a whole, and disposing runs code once more.
  const context = runtime.newContext();
  const stringify = context.getProp(context.getProp(context.global, 'JSON'), 'stringify');
  const engine = { runtime, context, isLate, stringify };
  try {
    return job.kind === 'check' ? check(engine, job) : run(engine, job);
  } catch (error) {
    return failure(engine, (error as Error).message, 0);
  }
}

function check({ context }: Engine, job: Extract<Job, { kind: 'check' }>): JobResult {
  for (const [at, source] of job.sources.entries()) {
    const text = job.form === 'code' ? bodyOf(source) : `(${source}\n)`;
    const result = context.evalCode(text, 'step.js', { type: 'global', compileOnly: true });
    if (result.error) return { ...describe(context, result.error), at, logs: [] };
  }
  return { ok: true, values: [], logs: [] };
}

/** Logs are kept by the code's own side: a host function would be a way out. */
const prelude = `globalThis.__logs = []; globalThis.console = { log(...parts) {
  if (__logs.length < ${MOST_LOGS}) __logs.push(parts.map((part) =>
    typeof part === 'string' ? part : JSON.stringify(part)).join(' ').slice(0, 2000));
} };`;

function run(engine: Engine, job: Exclude<Job, { kind: 'check' }>): JobResult {
  const { context } = engine;
  const scope = context.newString(job.scope);
  context.setProp(context.global, '__scope', scope);
  const prepared = context.evalCode(
    `${prelude} Object.assign(globalThis, JSON.parse(__scope)); delete globalThis.__scope;`,
  );
  if (prepared.error) return failure(engine, messageOf(context, prepared.error), 0);
  if (job.kind === 'code') {
    const text = evaluate(engine, bodyOf(job.code), { waits: true });
    if (typeof text !== 'string') return { ...text, at: 0, logs: logsOf(engine) };
    return { ok: true, values: [text], logs: logsOf(engine) };
  }
  const values: string[] = [];
  for (const [at, source] of job.sources.entries()) {
    const text = evaluate(engine, `(${source}\n)`, { waits: false });
    if (typeof text !== 'string') return { ...text, at, logs: [] };
    values.push(text);
  }
  return { ok: true, values, logs: [] };
}

function bodyOf(code: string): string {
  return `(async () => {${code}\n})()`;
}

type Failed = Pick<Extract<JobResult, { ok: false }>, 'ok' | 'reason' | 'message'>;

function evaluate(engine: Engine, source: string, { waits }: { waits: boolean }): string | Failed {
  const { context } = engine;
  const result = context.evalCode(source, 'step.js');
  if (result.error) return describe(context, result.error, engine);
  const settled = waits ? settle(engine, result.value) : result.value;
  if ('ok' in settled) return settled;
  return toJson(engine, settled, LONGEST_OUTPUT);
}

/** Outside, it is read as it is: so neither its form nor its length is the code's to say. */
function toJson(engine: Engine, value: QuickJSHandle, longest: number): string | Failed {
  const { context, stringify } = engine;
  const text = context.callFunction(stringify, context.undefined, value);
  if (text.error) return describe(context, text.error, engine);
  if (context.typeof(text.value) !== 'string') return 'null';
  const length = context.getNumber(context.getProp(text.value, 'length'));
  if (length > longest) return { ok: false, reason: 'limit', message: 'Too much output.' };
  return context.getString(text.value);
}

/** Promises go on only as long as there is time: one that makes the next never ends by itself. */
function settle(engine: Engine, promise: QuickJSHandle): QuickJSHandle | Failed {
  const { runtime, context, isLate } = engine;
  while (runtime.hasPendingJob()) {
    if (isLate()) return late;
    const done = runtime.executePendingJobs(JOBS_AT_ONCE);
    if (done.error) return describe(context, done.error, engine);
  }
  const state = context.getPromiseState(promise);
  if (state.type === 'fulfilled') return state.value;
  if (state.type === 'rejected') return describe(context, state.error, engine);
  return { ok: false, reason: 'failed', message: 'It waits for something that never comes.' };
}

const late: Failed = { ok: false, reason: 'limit', message: 'It took too long.' };

function describe(context: QuickJSContext, error: QuickJSHandle, engine?: Engine): Failed {
  if (engine?.isLate()) return late;
  const message = messageOf(context, error);
  const reason = message.startsWith('InternalError') ? 'limit' : 'failed';
  return { ok: false, reason, message };
}

function messageOf(context: QuickJSContext, error: QuickJSHandle): string {
  const shown: unknown = context.dump(error);
  if (shown === null || typeof shown !== 'object') return String(shown).slice(0, 500);
  const { name, message } = shown as { name?: unknown; message?: unknown };
  return `${String(name ?? 'Error')}: ${String(message ?? '')}`.slice(0, 500);
}

function logsOf(engine: Engine): string[] {
  if (engine.isLate()) return [];
  const result = engine.context.evalCode('__logs.map(String)');
  if (result.error) return [];
  const text = toJson(engine, result.value, LONGEST_LOGS);
  if (typeof text !== 'string') return [];
  const logs: unknown = JSON.parse(text);
  return Array.isArray(logs)
    ? logs.slice(0, MOST_LOGS).map((line) => String(line).slice(0, 2_000))
    : [];
}

function failure(engine: Engine, message: string, at: number): JobResult {
  const reason = engine.isLate() ? 'limit' : 'failed';
  return { ok: false, reason, message: message.slice(0, 500), at, logs: [] };
}
