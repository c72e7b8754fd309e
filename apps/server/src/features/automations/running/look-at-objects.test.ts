import { expect, test } from 'vitest';
import { trigger as triggerSchema } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import type { Acting } from '#platform/operations/acting.ts';
import { lookAtObjects } from './look-at-objects.ts';

/** A bucket of so many pages with a thousand names each, none of which ends as it is wished. */
function bucketOf(pages: number) {
  const asked: unknown[] = [];
  const call = (_: unknown, input: unknown) => {
    asked.push(input);
    const page = asked.length;
    const items = Array.from({ length: 1_000 }, (_none, index) => ({
      path: `in/${page}-${index}.txt`,
      name: `${page}-${index}.txt`,
      url: '',
      updated_at: null,
      byte_size: 1,
      etag: null,
    }));
    const nextCursor = page < pages ? String(page) : null;
    return Promise.resolve({ items, nextCursor, total: null, indexedAt: null });
  };
  const client = { call } as unknown as Acting;
  const trigger = triggerSchema.parse({
    kind: 'objects',
    id: 'new',
    connectorId: crypto.randomUUID(),
    prefix: 'in/',
    pattern: '*.csv',
    below: true,
  });
  if (trigger.kind !== 'objects') throw new Error('It is about objects.');
  const findKeys = () => Promise.resolve(new Map<string, string>());
  const effort = { calls: 0 };
  const looking = { trigger, position: null, findKeys, effort };
  return { asked, effort, look: () => lookAtObjects(client, looking) };
}

test('AUTO-2 a look into a bucket of a million files gives up after a hundred calls and says why', async () => {
  const { asked, look } = bucketOf(1_000);
  await expect(look()).rejects.toMatchObject({
    code: 'E_RESULT_TOO_LARGE',
    message: runMessage('tooManyObjects', { most: 100_000 }),
  });
  expect(asked).toHaveLength(100);
});

test('AUTO-2 every call of a look is counted, as the next one waits for as long', async () => {
  const { look, effort } = bucketOf(40);
  expect(await look()).toMatchObject({ found: [] });
  expect(effort).toEqual({ calls: 40 });
});
