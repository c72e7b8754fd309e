import { expect, test } from 'vitest';
import { nameForMail } from './names.ts';

test('TEAM-1 a name that could be a letter of its own is not repeated in a mail, in whatever letters', () => {
  for (const name of [
    'Ada',
    'Müller & Söhne',
    'St. Gallen',
    'Umsatz 2026 (alt)',
    '売上',
    'Ё-моё',
  ]) {
    expect(nameForMail(name, '–')).toBe(name);
  }
  for (const name of [
    'evil.example',
    'https://evil.example',
    'me@evil.example',
    'яндекс.рф',
    'evil。example',
    'evil．example',
    'ｅｖｉｌ：／／',
    'a\nb',
    'a\u2028b',
    'a\u202eb',
    'x'.repeat(61),
  ]) {
    expect([name, nameForMail(name, '–')]).toEqual([name, '–']);
  }
});
