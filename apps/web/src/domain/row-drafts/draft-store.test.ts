import { refOfKey, type StagedUpdate } from '@causeway/contract/tables/edits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { draftQuery } from './draft-query.ts';
import { draftStoreOf } from './draft-store.ts';

type Sent = {
  /** What each row is to be called. */
  names: string[];
  drop: string[];
  isKeptAlive: boolean;
  answer: () => void;
  fail: (error: unknown) => void;
};

let sent: Sent[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.spyOn(api, 'call').mockImplementation((_, ...rest: unknown[]) => {
    const [{ body }, { keepalive }] = rest as [
      { body: { put: StagedUpdate[]; drop: string[] } },
      { keepalive: boolean },
    ];
    return new Promise((resolve, reject) => {
      sent.push({
        names: body.put.map(({ values }) => JSON.stringify(values['name'])),
        drop: body.drop,
        isKeptAlive: keepalive,
        answer: () => resolve({ revision: sent.length }),
        fail: reject,
      });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(table: string) {
  const source = { connectorId: 'c', name: { schema: 'public', table } };
  queryClient.setQueryData(draftQuery(source).queryKey, { revision: 0, changes: [] });
  return draftStoreOf(source);
}

const call = (id: string, name: string) => {
  const key = { id };
  const change: StagedUpdate = {
    kind: 'update',
    ref: refOfKey(key),
    key,
    version: '1',
    base: { name: 'Ada' },
    values: { name: { set: name } },
  };
  return { put: [change], drop: [] };
};

const named = (...names: string[]) => names.map((name) => JSON.stringify({ set: name }));
const shownIn = (store: ReturnType<typeof open>) =>
  [...store.shown().values()].map((change) =>
    JSON.stringify(change.kind === 'update' && change.values['name']),
  );
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test('SQL-3 what is on its way when the page is left goes along with what came after it, in one call', async () => {
  const store = open('left');
  store.stage(call('1', 'Grace'));
  await pass(250);
  store.stage(call('1', 'Alan'));
  store.stage(call('2', 'Edsger'));
  expect(store.takeAlong()).toBe(true);
  await pass();
  expect(sent.map(({ names, isKeptAlive }) => ({ names, isKeptAlive }))).toEqual([
    { names: named('Grace'), isKeptAlive: false },
    { names: named('Alan', 'Edsger'), isKeptAlive: true },
  ]);
});

test('SQL-3 also what nothing came after goes along: it would end with the page', async () => {
  const store = open('left-alone');
  store.stage(call('1', 'Grace'));
  await pass(250);
  expect(store.takeAlong()).toBe(true);
  await pass();
  expect(sent.map(({ names }) => names)).toEqual([named('Grace'), named('Grace')]);
  expect(sent[1]?.isKeptAlive).toBe(true);
});

test.each(['answer', 'fail'] as const)(
  'SQL-3 where the page stays after all, an older call (%s) brings no older edit back',
  async (end) => {
    const store = open(`stays-${end}`);
    store.stage(call('1', 'Grace'));
    await pass(250);
    store.stage(call('1', 'Alan'));
    store.takeAlong();
    await pass();
    sent[1]?.answer();
    await pass();
    if (end === 'answer') sent[0]?.answer();
    else sent[0]?.fail(new Error('The line is gone.'));
    await pass(10_000);
    expect(sent).toHaveLength(2);
    expect(shownIn(store)).toEqual(named('Alan'));
    expect(store.state()).toMatchObject({ sending: { put: [] }, queued: { put: [] } });
  },
);

test('SQL-3 what could not be taken along is sent again, and before what is edited next', async () => {
  const store = open('again');
  store.stage(call('1', 'Grace'));
  expect(store.takeAlong()).toBe(true);
  await pass();
  sent[0]?.fail(new TypeError('Failed to fetch'));
  await pass();
  expect(shownIn(store)).toEqual(named('Grace'));
  await pass(3_000);
  expect(sent.map(({ names }) => names)).toEqual([named('Grace'), named('Grace')]);
});

test('SQL-3 leaving asks when what is to go along has more bytes than browsers take', () => {
  const store = open('large');
  store.stage(call('1', '表'.repeat(30_000)));
  expect(store.takeAlong()).toBe(false);
});

test('SQL-3 what is edited while its row is being saved is sent once that is done', async () => {
  const store = open('busy');
  store.stage(call('1', 'Grace'));
  await pass(250);
  sent[0]?.fail({ code: 'E_DRAFT_BUSY', message: 'It is being saved.' });
  await pass(3_000);
  expect(sent).toHaveLength(2);
  sent[1]?.answer();
  await pass();
  expect(store.state().problem).toBeUndefined();
});
