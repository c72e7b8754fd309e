import { expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createTurns, inTurns } from './turns.ts';

type Item = { group: string; end(): void; ended: Promise<void> };

function createItem(group: string): Item {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return { group, end, ended };
}

/** Items in their order, and which of them were begun. */
function createQueue(items: Item[]) {
  const waiting = [...items];
  const begun: Item[] = [];
  return {
    begun,
    take: async (notOf: string[]) => {
      const at = waiting.findIndex(({ group }) => !notOf.includes(group));
      return at === -1 ? undefined : waiting.splice(at, 1)[0];
    },
    groupOf: ({ group }: Item) => group,
    work: async (item: Item) => {
      begun.push(item);
      await item.ended;
    },
  };
}

test('DASH-7 what one project has waiting takes its own places only, and the others go on beside it', async () => {
  const slow = Array.from({ length: 5 }, () => createItem('slow'));
  const quick = Array.from({ length: 9 }, (_, index) => createItem(`quick ${index % 3}`));
  for (const item of quick) item.end();
  const queue = createQueue([...slow, ...quick]);
  const passing = inTurns(createTurns({ atOnce: 4, ofOne: 2 }), queue);
  await eventually(() => expect(queue.begun).toHaveLength(2 + quick.length));
  expect(queue.begun.filter((item) => slow.includes(item))).toEqual(slow.slice(0, 2));
  slow[0]?.end();
  await eventually(() => expect(queue.begun).toContain(slow[2]));
  expect(queue.begun).not.toContain(slow[3]);
  for (const item of slow) item.end();
  await passing;
  expect(queue.begun).toHaveLength(slow.length + quick.length);
});

test('DASH-7 no more goes on at once than may, whoever it is of', async () => {
  const items = Array.from({ length: 6 }, (_, index) => createItem(`project ${index}`));
  const queue = createQueue(items);
  const passing = inTurns(createTurns({ atOnce: 3, ofOne: 1 }), queue);
  for (const [at, item] of items.entries()) {
    await eventually(() => expect(queue.begun).toHaveLength(Math.min(at + 3, items.length)));
    item.end();
  }
  await passing;
});

test('DASH-7 one that fails keeps no other from its turn, and is told in the end', async () => {
  const items = Array.from({ length: 3 }, () => createItem('one'));
  for (const item of items) item.end();
  const queue = createQueue(items);
  const work = async (item: Item) => {
    await queue.work(item);
    if (item === items[0]) throw new Error('killed');
  };
  const passing = inTurns(createTurns({ atOnce: 1, ofOne: 1 }), { ...queue, work });
  await expect(passing).rejects.toThrow('killed');
  expect(queue.begun).toEqual(items);
});

test('DASH-7 what waits for its own project has its turn, also when that has room while others are looked for', async () => {
  const items = [createItem('one'), createItem('one')];
  const queue = createQueue(items);
  const take = async (notOf: string[]) => {
    const taken = await queue.take(notOf);
    for (const item of items) item.end();
    await new Promise(setImmediate);
    return taken;
  };
  await inTurns(createTurns({ atOnce: 2, ofOne: 1 }), { ...queue, take });
  expect(queue.begun).toEqual(items);
});
