import { linkKinds } from '@causeway/contract/links.ts';
import { expect, test } from 'vitest';
import german from './texts.de.json' with { type: 'json' };
import english from './texts.en.json' with { type: 'json' };

test('LINK-4.1 cards show the titles and descriptions of the link table', () => {
  const rows = Object.entries(linkKinds).map(([kind, { title, description }]) => [
    kind,
    { title, description },
  ]);
  expect(english).toEqual(Object.fromEntries(rows));
});

test('LINK-4.1 every row of the link table has German words', () => {
  expect(Object.keys(german)).toEqual(Object.keys(linkKinds));
});
