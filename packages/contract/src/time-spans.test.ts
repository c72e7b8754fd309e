import { expect, test } from 'vitest';
import { writeSpan } from './time-spans.ts';

test('DASH-7 how long something lasted is said in two units at most, as the language says it', () => {
  const said = [0, 40, 59.7, 90, 3_599, 7_500, 86_399, 97_200, 9 * 86_400].map((seconds) =>
    writeSpan(seconds, 'en'),
  );
  expect(said).toEqual([
    '1 second',
    '40 seconds',
    '1 minute',
    '2 minutes',
    '1 hour',
    '2 hours, 5 minutes',
    '1 day',
    '1 day, 3 hours',
    '9 days',
  ]);
  expect(writeSpan(97_200, 'de')).toBe('1 Tag, 3 Stunden');
});
