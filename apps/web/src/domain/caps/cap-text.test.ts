import { expect, test } from 'vitest';
import { formatsOf } from '#platform/i18n/use-formats.ts';
import { decimalOf, readCap, writeCap } from './cap-text.ts';

test('TEAM-9 a cap is shown and read as the language writes amounts', () => {
  const [english, german] = ['en-GB', 'de'].map((language) => decimalOf(formatsOf(language)));
  expect([english, german]).toEqual(['.', ',']);
  expect(writeCap('12.5', german!)).toBe('12,5');
  expect(writeCap('12.5', english!)).toBe('12.5');
  expect(writeCap(null, german!)).toBe('');
  for (const [text, inEnglish, inGerman] of [
    ['12,5', '12.5', '12.5'],
    ['12.5', '12.5', '12.5'],
    ['1,000', '1000', '1.000'],
    ['1.000', '1.000', '1000'],
    ['1,250,000.5', '1250000.5', '1.250,000.5'],
    ['0.125', '0.125', '0.125'],
    [' 7 ', '7', '7'],
  ] as const) {
    expect([readCap(text, english!), readCap(text, german!)]).toEqual([inEnglish, inGerman]);
  }
});
