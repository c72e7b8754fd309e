import { expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { lightSteps } from '../steps/light.ts';
import { type Entry, foldEntries } from './entries.ts';
import type { Executors } from './executor.ts';
import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';
import { type Running, StepFailed } from './running.ts';

type Call = (url: string, attempt: number) => unknown;

/** A run in memory whose waits are over when the test says so: what it notes is all that it goes on with. */
function loopOf(
  items: string[],
  drawn: { each?: object; call?: object; more?: object[]; edges?: object[] },
  call: Call,
) {
  const plan = makePlan(
    definition.parse({
      triggers: [{ kind: 'manual', id: 'start' }],
      nodes: [
        { kind: 'forEach', id: 'each', items: '{{ trigger.items }}', ...drawn.each },
        { kind: 'http', id: 'call', url: '{{ item }}', ...drawn.call },
        ...(drawn.more ?? []),
      ],
      edges: [
        { from: 'start', port: 'out', to: 'each' },
        { from: 'each', port: 'each', to: 'call' },
        ...(drawn.edges ?? []),
      ],
    }),
  );
  const journal: Entry[] = [];
  const http: Executors['http'] = {
    effect: 'sends',
    execute: async ({ node, attempt }) => ({ output: await call(node.url, attempt) }),
  };
  const running = (): Running => ({
    plan,
    states: foldEntries(journal),
    identity: {
      id: 'r',
      projectId: 'p',
      workflowId: 'w',
      workflowName: 'w',
      version: 1,
      depth: 0,
    },
    scope: {
      trigger: { items },
      steps: {},
      run: { id: 'r', workflow: 'w', version: 1, startedAt: '' },
      vars: {},
    },
    source: 'start',
    executors: { ...lightSteps, http } as unknown as Executors,
    evaluateCodes: () => Promise.resolve(new Map()),
    note: (entry) => void journal.push(entry),
    commit: () => Promise.resolve(),
    answer: () => {},
    counters: { steps: 0, calls: 0, rows: 0 },
    kept: { size: 0 },
    signal: new AbortController().signal,
    isDry: false,
    isPausing: () => false,
  });
  return {
    /** As a process that takes it up does: from what was noted. */
    goOn: async () => {
      const taken = running();
      return { ending: await runPlan(taken), states: taken.states };
    },
    /** What is waited for has come. */
    letCome: () => {
      for (const [at, entry] of journal.entries()) {
        if (entry.type === 'waiting' && entry.for.kind === 'time') {
          journal[at] = { ...entry, for: { kind: 'time', until: 0 } };
        }
        if (entry.type === 'failed' && entry.again !== null) journal[at] = { ...entry, again: 0 };
      }
    },
    journal,
  };
}

const pausing = {
  more: [{ kind: 'wait', id: 'pause', seconds: 60 }],
  edges: [{ from: 'call', port: 'out', to: 'pause' }],
};

test.each([1, 2])(
  'AUTO-3 a loop has as many rounds open as it may, also while they wait: the next begins when one is over (%i side by side)',
  async (parallel) => {
    const called: string[] = [];
    const items = ['a', 'b', 'c', 'd'];
    const run = loopOf(items, { each: { parallel }, ...pausing }, (url) => called.push(url));
    for (let begun = parallel; begun <= items.length; begun += parallel) {
      expect((await run.goOn()).ending.kind).toBe('waiting');
      expect(called).toEqual(items.slice(0, begun));
      run.letCome();
    }
    expect((await run.goOn()).ending).toEqual({ kind: 'done' });
    expect(called).toEqual(items);
  },
);

test('AUTO-3 a round whose own loop waits keeps its place as well', async () => {
  const called: string[] = [];
  const inner = { kind: 'forEach', id: 'inner', items: [1, 2] };
  const run = loopOf(
    ['a', 'b'],
    {
      more: [inner, ...pausing.more],
      edges: [
        { from: 'call', port: 'out', to: 'inner' },
        { from: 'inner', port: 'each', to: 'pause' },
      ],
    },
    (url) => called.push(url),
  );
  for (const soFar of [['a'], ['a'], ['a', 'b'], ['a', 'b']]) {
    expect((await run.goOn()).ending.kind).toBe('waiting');
    expect(called).toEqual(soFar);
    run.letCome();
  }
  expect((await run.goOn()).ending.kind).toBe('done');
});

test('AUTO-3 a round that is to be tried again keeps its place, so rounds one after the other stay in order', async () => {
  const called: string[] = [];
  const retry = { times: 1, seconds: 60 };
  const run = loopOf(['a', 'b'], { call: { retry } }, (url, attempt) => {
    called.push(`${url}${attempt}`);
    if (attempt === 1) throw new Error('Too many requests.');
  });
  for (const soFar of [['a1'], ['a1', 'a2', 'b1']]) {
    expect((await run.goOn()).ending.kind).toBe('waiting');
    expect(called).toEqual(soFar);
    run.letCome();
  }
  expect((await run.goOn()).ending.kind).toBe('done');
  expect(called).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('AUTO-3 rounds that all had begun before an update come to their end, however many may be open now', async () => {
  const called: string[] = [];
  const run = loopOf(['a', 'b', 'c'], { ...pausing }, (url) => called.push(url));
  const at = 1;
  run.journal.push({
    type: 'started',
    key: 'each',
    at,
    attempt: 1,
    input: { items: ['a', 'b', 'c'] },
  });
  for (const index of [0, 1, 2]) {
    const [call, pause] = [`call#${index}`, `pause#${index}`];
    // The last of them waits for the first moment of all.
    const until = index === 2 ? 0 : Date.now() + 60_000;
    run.journal.push(
      { type: 'started', key: call, at, attempt: 1 },
      { type: 'finished', key: call, at, port: 'out', output: null },
      { type: 'started', key: pause, at, attempt: 1 },
      { type: 'waiting', key: pause, at, for: { kind: 'time', until } },
    );
  }
  const { ending, states } = await run.goOn();
  expect(ending.kind).toBe('waiting');
  expect(states.get('pause#2')).toMatchObject({ status: 'done' });
  run.letCome();
  expect((await run.goOn()).ending.kind).toBe('done');
  expect(called).toEqual([]);
});

const refusing: Call = (url) => {
  if (url === 'bad') throw new Error('It said no.');
  return url;
};
const after = {
  more: [
    { kind: 'set', id: 'done', fields: [{ name: 'given', value: '{{ steps.each.output }}' }] },
    { kind: 'set', id: 'failed', fields: [{ name: 'why', value: '{{ steps.each.output }}' }] },
  ],
};
const toDone = { from: 'each', port: 'done', to: 'done' };
const toFailed = { from: 'each', port: 'error', to: 'failed' };
const why = { error: { message: 'It said no.', code: null } };

test('AUTO-3 a loop that is set to go on without what failed passes over that round, and tells why in its place', async () => {
  const run = loopOf(
    ['a', 'bad', 'c'],
    { each: { onError: 'continue' }, more: after.more.slice(0, 1), edges: [toDone] },
    refusing,
  );
  const { ending, states } = await run.goOn();
  expect(ending).toEqual({ kind: 'done' });
  expect(states.get('done')).toMatchObject({ output: { given: ['a', why, 'c'] } });
});

test('AUTO-3 a loop that is set to leave by its error port ends with the round that failed, and the run goes on there', async () => {
  const run = loopOf(
    ['a', 'bad', 'c'],
    { each: { onError: 'route' }, ...after, edges: [toDone, toFailed] },
    refusing,
  );
  const { ending, states } = await run.goOn();
  expect(ending).toEqual({ kind: 'done' });
  expect(states.get('failed')).toMatchObject({ output: { why } });
  expect(states.has('done')).toBe(false);
  expect(states.has('call#2')).toBe(false);
});

test.each(['continue', 'route'])(
  'AUTO-3 what waits in a round that failed keeps no run from its end: %s',
  async (onError) => {
    const beside = {
      more: [{ kind: 'wait', id: 'pause', seconds: 60 }],
      edges: [{ from: 'each', port: 'each', to: 'pause' }],
    };
    const run = loopOf(['a', 'bad'], { each: { onError, parallel: 2 }, ...beside }, refusing);
    // The other round of it goes on waiting where the loop goes on.
    const first = await run.goOn();
    expect(first.ending.kind).toBe(onError === 'continue' ? 'waiting' : 'done');
    run.letCome();
    const { ending, states } = await run.goOn();
    expect(ending).toEqual({ kind: 'done' });
    expect(states.get('pause#1')).toMatchObject({ status: 'failed' });
  },
);

test.each(['continue', 'route'])(
  'AUTO-3 AUTO-9 a used up budget and a step that ends the run end it out of a loop, too: %s',
  async (onError) => {
    const stop = { kind: 'stop', id: 'no', outcome: 'failed', message: 'Enough.' };
    const edges = [{ from: 'call', port: 'out', to: 'no' }];
    const stopped = loopOf(['a'], { each: { onError }, more: [stop], edges }, () => null);
    expect((await stopped.goOn()).ending).toMatchObject({
      kind: 'failed',
      error: { message: 'Enough.' },
    });
    const dear = loopOf(['a'], { each: { onError } }, () => {
      throw new StepFailed({ message: 'No calls left.', code: 'E_RUN_BUDGET', step: null });
    });
    expect((await dear.goOn()).ending).toMatchObject({
      kind: 'failed',
      error: { code: 'E_RUN_BUDGET' },
    });
  },
);

test('AUTO-3 AUTO-4 a loop killed after each thing it noted goes on to the same end, and repeats no round that was over', async () => {
  const draw = (call: Call) =>
    loopOf(
      ['a', 'bad', 'c', 'd'],
      { each: { onError: 'continue', parallel: 2 }, more: after.more.slice(0, 1), edges: [toDone] },
      call,
    );
  const whole = draw(refusing);
  await whole.goOn();
  for (const cut of whole.journal.keys()) {
    const called: string[] = [];
    const again = draw((url, attempt) => {
      called.push(url);
      return refusing(url, attempt);
    });
    again.journal.push(...structuredClone(whole.journal.slice(0, cut)));
    // What had begun is in doubt, and here repeated: see doubts.ts.
    for (const [key, { status, attempt }] of foldEntries(again.journal)) {
      if (status !== 'started' || key === 'each') continue;
      const error = { message: 'Lost.', code: null, step: key };
      again.journal.push({ type: 'failed', key, at: 1, attempt, error, again: 0 });
    }
    const over = [...foldEntries(again.journal)].filter(
      ([key, { status }]) => key.startsWith('call') && (status === 'done' || status === 'failed'),
    );
    const { ending, states } = await again.goOn();
    expect(ending).toEqual({ kind: 'done' });
    expect(states.get('done')).toMatchObject({ output: { given: ['a', why, 'c', 'd'] } });
    expect(called).toHaveLength(4 - over.length);
  }
});

const deciding = ['retry', 'skip', 'fail'] as const;
test.each(
  ['continue', 'route'].flatMap((onError) =>
    deciding.map((decision) => [onError, decision] as const),
  ),
)(
  'AUTO-3 AUTO-4 a step in doubt is asked about also where its round has failed, and done as somebody decides: %s, %s',
  async (onError, decision) => {
    const called: string[] = [];
    const write = { kind: 'http', id: 'write', method: 'POST', url: 'write {{ item }}' };
    const run = loopOf(
      ['a', 'b'],
      {
        each: { onError },
        more: [write, { kind: 'set', id: 'behind' }, { kind: 'http', id: 'after', url: 'after' }],
        edges: [
          { from: 'each', port: 'each', to: 'write' },
          { from: 'write', port: 'out', to: 'behind' },
          { from: 'each', port: onError === 'route' ? 'error' : 'done', to: 'after' },
        ],
      },
      (url) => void called.push(url),
    );
    const at = 1;
    const error = { message: 'It said no.', code: null, step: 'call#0' };
    run.journal.push(
      { type: 'started', key: 'each', at, attempt: 1, input: { items: ['a', 'b'] } },
      { type: 'started', key: 'call#0', at, attempt: 1 },
      { type: 'started', key: 'write#0', at, attempt: 1 },
      { type: 'failed', key: 'call#0', at, attempt: 1, error, again: null },
      { type: 'waiting', key: 'write#0', at, for: { kind: 'doubt' } },
    );
    const asked = await run.goOn();
    expect(asked.ending).toEqual({ kind: 'waiting', due: null });
    expect(asked.states.get('write#0')).toMatchObject({ status: 'waiting' });
    const how = { kind: 'decided', decision, by: 'Ada', note: '' } as const;
    run.journal.push({ type: 'resolved', key: 'write#0', at, how });
    const { ending, states } = await run.goOn();
    expect(ending).toEqual({ kind: 'done' });
    expect(states.get('write#0')).toMatchObject({
      status: decision === 'fail' ? 'failed' : 'done',
    });
    expect(states.has('behind#0')).toBe(false);
    const others = onError === 'route' ? [] : ['b', 'write b'];
    const again = decision === 'retry' ? ['write a'] : [];
    expect(called.toSorted()).toEqual(['after', ...others, ...again].toSorted());
  },
);

test('AUTO-3 AUTO-4 a step in doubt in a loop of a round that failed is asked about as well', async () => {
  const called: string[] = [];
  const run = loopOf(
    ['a'],
    {
      each: { onError: 'continue' },
      more: [
        { kind: 'forEach', id: 'inner', items: [1, 2] },
        { kind: 'http', id: 'write', method: 'POST', url: 'write {{ item }}' },
      ],
      edges: [
        { from: 'each', port: 'each', to: 'inner' },
        { from: 'inner', port: 'each', to: 'write' },
      ],
    },
    (url) => void called.push(url),
  );
  const at = 1;
  const error = { message: 'It said no.', code: null, step: 'call#0' };
  run.journal.push(
    { type: 'started', key: 'each', at, attempt: 1, input: { items: ['a'] } },
    { type: 'started', key: 'call#0', at, attempt: 1 },
    { type: 'started', key: 'inner#0', at, attempt: 1, input: { items: [1, 2] } },
    { type: 'started', key: 'write#0.0', at, attempt: 1 },
    { type: 'failed', key: 'call#0', at, attempt: 1, error, again: null },
    { type: 'waiting', key: 'write#0.0', at, for: { kind: 'doubt' } },
  );
  expect((await run.goOn()).ending).toEqual({ kind: 'waiting', due: null });
  const how = { kind: 'decided', decision: 'retry', by: 'Ada', note: '' } as const;
  run.journal.push({ type: 'resolved', key: 'write#0.0', at, how });
  const { ending, states } = await run.goOn();
  expect(ending).toEqual({ kind: 'done' });
  expect(called).toEqual(['write 1']);
  expect(states.get('inner#0')).toMatchObject({ status: 'failed', error });
});
