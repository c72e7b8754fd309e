import { expect, test } from 'vitest';
import { findRunMessage, runMessage, type RunMessage, runMessages } from './run-messages.ts';

const facts = {
  most: 10,
  line: 3,
  text: 'soon',
  rows: 100,
  deepest: 10,
  url: 'nowhere',
  status: 503,
  said: 'Down for today. Come back.',
  host: 'example.test',
  allow: 'EGRESS_ALLOW_HTTP=example.test:80',
  name: 'Shop',
  people: 'a@example.test, b@example.test',
  time: '2026-01-05 10:00',
  column: 'made_at',
  objects: 2,
  entries: 10_000,
  failed: 1,
  total: 4,
  told: 'a.txt: It is gone.',
};

test('AUTO-7 every sentence that a run records is recognised, with its facts', () => {
  for (const name of Object.keys(runMessages) as RunMessage[]) {
    const found = findRunMessage(runMessage(name, facts));
    expect(found?.name).toBe(name);
    const known = Object.entries(found?.facts ?? {}).map(([key, value]) => [key, String(value)]);
    expect(Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, String(v)]))).toMatchObject(
      Object.fromEntries(known),
    );
  }
});

test('AUTO-7 what a server or database said is none of them', () => {
  expect(findRunMessage('duplicate key value violates unique constraint "orders_pkey"')).toBe(
    undefined,
  );
  expect(findRunMessage('It failed. Badly.')).toBe(undefined);
  expect(findRunMessage('It answered 500. <html>\n</html>')).toEqual({
    name: 'answeredSaying',
    facts: { status: '500', said: '<html>\n</html>' },
  });
});
