import { errorCatalogue } from '@causeway/contract/errors.ts';
import { expect, test } from 'vitest';
import english from '../texts.en.json';
import german from '../texts.de.json';
import { errorText } from './error-text.ts';
import { startI18n, switchLanguage } from './i18n.ts';

test('SET-3 every error has a sentence in English and German', () => {
  const codes = ['lacksPermission', 'unreachable', ...Object.keys(errorCatalogue)].toSorted();
  expect(Object.keys(english.error).toSorted()).toEqual(codes);
  expect(Object.keys(german.error).toSorted()).toEqual(codes);
});

test('SET-3 the general sentence of an error is told in the language, what a database said stays', async () => {
  await startI18n('en');
  await switchLanguage('de');
  const { message } = errorCatalogue.E_CONNECTOR_BUSY;
  expect(errorText({ code: 'E_CONNECTOR_BUSY', message })).toMatch(/zu viele Abfragen/);
  const own = 'column "emial" does not exist';
  expect(errorText({ code: 'E_COLUMN_NOT_FOUND', message: own })).toBe(own);
});
