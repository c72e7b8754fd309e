import { textReplacement } from '@causeway/contract/storage/replace.ts';
import { parseSearch } from '@causeway/contract/search-text.ts';
import { expect, test } from 'vitest';
import {
  type FileDraft,
  readFileDraft,
  textReplacementOf,
  writeFileDraft,
} from './file-address.ts';

const draft: FileDraft = {
  folder: 'odd names/ü+%20/',
  names: '*.md, README',
  find: ' (a|b)+ ',
  replaceWith: '\\1 & more',
  isRegex: true,
  matchCase: false,
  wholeWord: true,
};

test('SQL-7 what is looked for in files stands in the address and is read back', () => {
  expect(readFileDraft(parseSearch(writeFileDraft(draft).toString()))).toEqual(draft);
  expect(writeFileDraft(readFileDraft({ find: 'x' })).toString()).toBe('find=x');
});

test('SQL-7 a folder may be typed without its slash; without a text nothing is asked', () => {
  const asked = textReplacementOf({ ...draft, folder: 'docs' });
  expect(textReplacement.parse(asked)).toMatchObject({ folder: 'docs/', find: ' (a|b)+ ' });
  expect(textReplacementOf({ ...draft, find: '' })).toBeUndefined();
});
