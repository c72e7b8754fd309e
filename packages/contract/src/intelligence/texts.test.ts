import { expect, test } from 'vitest';
import type { Check } from './checks.ts';
import type { Facts } from './intelligence.ts';
import { sayFinding } from './texts.ts';

const say = (check: Check, facts: Facts, language: 'en' | 'de') =>
  sayFinding(
    { check, schema: 'public', table: 'employees', columns: ['hired_on'], facts },
    language,
  );

test('INTEL-1 who may do what is said in words, not in SQL, in both languages', () => {
  const facts = { what: 'SELECT, INSERT, UPDATE' };
  expect(say('public-grants', facts, 'en').title).toBe(
    'Everybody may read and change the table employees',
  );
  expect(say('public-grants', facts, 'de')).toMatchObject({
    title: 'Alle dürfen die Tabelle employees lesen und ändern',
    why: expect.stringContaining('SELECT, INSERT, UPDATE'),
  });
});

test('INTEL-1 days, spans, measures and kinds of data are written as the language does', () => {
  expect(say('late', { age: '9 d', usual: '1 h' }, 'de')).toMatchObject({
    title: 'Seit 9 Tagen nichts Neues in employees',
    why: expect.stringContaining('innerhalb von 1 Stunde'),
  });
  const day = {
    measure: 'count(*)',
    day: '2026-10-29',
    value: 35,
    expected: 81,
    low: 52,
    high: 127,
  };
  expect(say('unusual-day', { ...day, contributors: 'channel: web (95 %)' }, 'en')).toMatchObject({
    title: 'employees: on 29 Oct 2026, the number of rows was 35, expected 81',
    why: 'Usual for that weekday is 52 to 127. Mostly because of channel: web (95%).',
  });
  const unusual = { check: 'unusual-day' as const, schema: 'public', table: 'employees' };
  expect(sayFinding({ ...unusual, columns: [], facts: day }, 'en', 'en-US').title).toContain(
    'on Oct 29, 2026,',
  );
  const week = { ...day, day: '2026-10-26', span: 'week', contributors: '' };
  expect(say('unusual-day', week, 'en')).toMatchObject({
    title: 'employees: in the week from 26 Oct 2026, the number of rows was 35, expected 81',
    why: 'Usual for a week is 52 to 127. ',
  });
  expect(say('unusual-day', week, 'de').title).toContain('In der Woche ab 26.10.2026 lag');
  expect(say('unusual-day', { ...day, contributors: 'across' }, 'de')).toMatchObject({
    title: 'employees: Am 29.10.2026 lag die Zahl der Zeilen bei 35, erwartet waren 81',
    why: 'An diesem Wochentag sind 52 bis 127 üblich. Es war überall so.',
  });
  expect(say('gaps', { count: 9, share: 0.055, cause: '0.3 % → 5.5 %' }, 'de').why).toContain(
    '0,3 % → 5,5 %',
  );
  expect(say('personal', { kinds: 'e-mail, IBAN' }, 'de').why).toContain(
    'E-Mail-Adressen und Kontonummern',
  );
  const past = { count: 4, min: '1931-02-01', max: '2027-06-05 00:00:00+00' };
  expect(say('time-travel', past, 'en').why).toContain('from 1 Feb 1931 to 5 Jun 2027');
});

test('INTEL-1 a key that outgrows what refers to it is named, and the age of transactions is told in millions', () => {
  const numbers = { share: 0.95, value: 2_040_000_000, max: 2_147_483_647, type: 'integer' };
  expect(say('running-out', numbers, 'en').why).toMatch(/any more\. It stands at 2,040,000,000\.$/);
  expect(say('running-out', { ...numbers, parent: 'orders.id' }, 'en').why).toMatch(
    /orders\.id, which it refers to, stands at 2,040,000,000\.$/,
  );
  expect(say('running-out', { ...numbers, parent: 'orders.id' }, 'de').why).toMatch(
    /orders\.id, worauf sie verweist, steht bei 2\.040\.000\.000\.$/,
  );
  const old = { share: 0.65, age: 1_300, left: 700 };
  expect(say('transaction-age', old, 'en').title).toContain('has used 65% of');
  expect(say('transaction-age', old, 'de').why).toContain('1.300 Millionen Transaktionen');
});

test('INTEL-1 what was counted in a sample says so, and how much of the whole the sample was', () => {
  const facts = { count: 12, example: 'MÃ¼nchen' };
  expect(say('letters', { ...facts, sample: 0.0312 }, 'en').title).toBe(
    '12 values of employees.hired_on have broken or hidden letters (in a sample of 3%)',
  );
  expect(say('letters', { ...facts, sample: 0.00042 }, 'de').title).toMatch(
    /\(in einer Stichprobe von 0,04\s%\)$/,
  );
  expect(say('letters', facts, 'en').title).not.toContain('sample');
});
