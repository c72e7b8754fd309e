import { parseSearch } from '@causeway/contract/search-text.ts';
import { replacement } from '@causeway/contract/replace.ts';
import { expect, test } from 'vitest';
import { draftToSearch, readDraft, replacementOf, type ReplaceDraft } from './replace-address.ts';

const draft: ReplaceDraft = {
  schema: 'sales',
  table: 'Straße/100% "x"',
  columns: ['a b', 'Ü'],
  find: ' \\bOld+ ',
  replaceWith: '\\& & =new',
  isRegex: true,
  matchCase: false,
  wholeWord: true,
  where: 'id > 3',
  filter: { column: 'id', operator: 'gt', value: '3' },
};

test('SQL-7 everything that was typed stands in the address and is read back, spaces too', () => {
  expect(readDraft(parseSearch(draftToSearch(draft).toString()))).toEqual(draft);
});

test('SQL-7 what is as usual stays out of the address', () => {
  expect(draftToSearch(readDraft({ table: 'orders', find: 'x' })).toString()).toBe(
    'table=orders&find=x',
  );
});

test('SQL-7 nothing is asked before there is a table and something to look for', () => {
  expect(replacementOf({ ...draft, find: '' })).toBeUndefined();
  expect(replacementOf({ ...draft, table: undefined })).toBeUndefined();
  expect(replacement.parse(replacementOf(draft))).toMatchObject({ columns: ['a b', 'Ü'] });
  expect(replacementOf({ ...draft, columns: [] })).not.toHaveProperty('columns');
});
