import { Failure } from '@causeway/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Acting } from '#platform/operations/acting.ts';
import { createBrain } from './brain.ts';

/** Somebody whose database does not answer, whatever is asked of it. */
const unheard = new Proxy({} as Acting, {
  get() {
    throw new Failure('E_UPSTREAM_UNREACHABLE', 'The database does not answer: ECONNREFUSED');
  },
});

test('CHAT-3 a database that does not answer is told as that, and no model is blamed', async () => {
  const { think } = createBrain({
    as: unheard,
    connectorId: 'shop',
    language: 'de',
    page: undefined,
    findFinding: () => Promise.resolve(undefined),
    findVerified: () => Promise.resolve(undefined),
    listMeasures: () => Promise.resolve([]),
    zone: 'UTC',
  });
  const reply = await think('Wie viele Kunden gibt es?');
  expect(reply).toMatchObject({ kind: 'say', text: expect.stringContaining('ECONNREFUSED') });
  expect(reply).toMatchObject({ text: expect.stringContaining('Einstellungen › Verbindungen') });
});
