import { expect, test } from 'vitest';
import { onBehalfOf } from './party.ts';
import { createShares, type ShareLimits, shareOf } from './shares.ts';

function sharesOf(limits: Partial<ShareLimits> = {}) {
  return createShares({
    capacity: 4,
    perPerson: 2,
    patienceMs: 600_000,
    busy: () => new Error('busy'),
    cancelled: () => new Error('cancelled'),
    ...limits,
  });
}

const ann = { person: 'ann', project: 'one' };
const bob = { person: 'bob', project: 'one' };
const cid = { person: 'cid', project: 'two' };

test('nobody gets more than their share, however much is free', async () => {
  const shares = sharesOf();
  await Promise.all([shares.take({ party: ann }), shares.take({ party: ann })]);
  void shares.take({ party: ann });
  expect([shares.running(), shares.waiting()]).toEqual([2, 1]);
  await shares.take({ party: bob });
  expect(shares.running()).toBe(3);
});

test('no project gets more than its share either', async () => {
  const shares = sharesOf({ perProject: 2 });
  await Promise.all([shares.take({ party: ann }), shares.take({ party: bob })]);
  void shares.take({ party: bob });
  await shares.take({ party: cid });
  expect([shares.running(), shares.waiting()]).toEqual([3, 1]);
});

test('who sends many requests is served as often as who sends few', async () => {
  const shares = sharesOf({ capacity: 1, perPerson: 1 });
  const served: string[] = [];
  const ask = (party: typeof ann) =>
    onBehalfOf(party, () => shares.run(async () => void served.push(party.person)));
  const leave = await shares.take({ party: cid });
  const all = [ann, ann, ann, ann, bob, bob].map((party) => ask(party));
  leave();
  await Promise.all(all);
  expect(served).toEqual(['ann', 'bob', 'ann', 'bob', 'ann', 'ann']);
});

test('of one person, whatever waits longest comes first, in whichever project', async () => {
  const shares = sharesOf({ capacity: 1, perPerson: 1 });
  const served: string[] = [];
  const ask = (project: string) =>
    onBehalfOf({ person: 'ann', project }, () => shares.run(async () => void served.push(project)));
  const leave = await shares.take({ party: cid });
  const all = ['one', 'two', 'two', 'one'].map((project) => ask(project));
  leave();
  await Promise.all(all);
  expect(served).toEqual(['one', 'two', 'two', 'one']);
});

test('who goes away while waiting leaves no trace', async () => {
  const shares = sharesOf({ capacity: 1 });
  const leave = await shares.take({ party: ann });
  const leaving = new AbortController();
  const waited = shares.take({ party: bob, signal: leaving.signal });
  leaving.abort();
  await expect(waited).rejects.toThrow('cancelled');
  await expect(shares.take({ party: bob, signal: leaving.signal })).rejects.toThrow('cancelled');
  leave();
  leave();
  expect([shares.running(), shares.waiting()]).toEqual([0, 0]);
});

test('who waits too long is told so, and is not served afterwards', async () => {
  const shares = sharesOf({ capacity: 1, patienceMs: 1 });
  const leave = await shares.take({ party: ann });
  await expect(shares.take({ party: bob })).rejects.toThrow('busy');
  leave();
  expect(shares.running()).toBe(0);
});

test('what fails gives its place back', async () => {
  const shares = sharesOf({ capacity: 1 });
  await expect(shares.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await shares.run(async () => 'next')).toBe('next');
});

test('what several processes share is divided, and each has enough to hold one and ask another', () => {
  expect([1, 2, 3, 8].map((processes) => shareOf(8, processes))).toEqual([8, 4, 3, 2]);
  expect(shareOf(1, 8)).toBe(1);
});
