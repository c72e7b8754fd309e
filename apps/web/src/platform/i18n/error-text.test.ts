import { errorCatalogue } from '@causeway/contract/errors.ts';
import { expect, test } from 'vitest';
import english from '../texts.en.json';
import german from '../texts.de.json';
import { errorText } from './error-text.ts';
import { Unreachable } from '#platform/api/unreachable.ts';
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

test('TEAM-5 who meets a limit of the plan is told which, how much it is and where there is more', async () => {
  await startI18n('en');
  await switchLanguage('de');
  const { message } = errorCatalogue.E_PLAN_LIMIT;
  const told = (limit: string, allowed: number) =>
    errorText({ code: 'E_PLAN_LIMIT', message, details: { limit, used: allowed, allowed } });
  expect(told('connectors', 2)).toMatch(/umfasst 2 Verbindungen\. .*Konto › Abrechnung/);
  expect(told('keys', 20)).toMatch(/umfasst 20 API-Schlüssel\./);
  expect(told('seats', 1)).toMatch(/hat 1 Platz, und der ist belegt/);
});

test('CALL-4 only a server that was not reached is called so, a fault of the program is not', async () => {
  await startI18n('en');
  await switchLanguage('en');
  const lost = new Unreachable(new TypeError('Failed to fetch'));
  expect(errorText(lost)).toMatch(/^Causeway can not be reached/);
  const own = new TypeError("Cannot read properties of undefined (reading 'id')");
  expect(errorText(own)).toBe('Something went wrong on our side.');
});
