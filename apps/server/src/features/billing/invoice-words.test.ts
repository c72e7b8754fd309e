import { expect, test } from 'vitest';
import { sayLine } from './invoice-words.ts';
import { buyCredits, buyPlan, emptyBooks } from './test-books.ts';

test('TEAM-10 lines of an invoice are in the language of who pays; a provider says its own', () => {
  const at = new Date('2027-01-10T00:00:00Z');
  const bought = buyCredits(emptyBooks, 1_500, at);
  const more = buyPlan(
    buyPlan(bought, { plan: 'team', seats: 2 }, at),
    { plan: 'team', seats: 3 },
    at,
  );
  const lines = more.invoices.flatMap((invoice) => invoice.lines);
  const said = (language: 'en' | 'de') => lines.map((line) => sayLine(line, 'test', language));
  expect(said('en')).toEqual(['1,500 credits', 'Team × 2', 'Team × 2, taken back', 'Team × 3']);
  expect(said('de')).toEqual(['1.500 Credits', 'Team × 2', 'Team × 2, gutgeschrieben', 'Team × 3']);
  const theirs = { text: '2 Plätze × Team (12,00 € / Monat)', cents: 2_400 };
  expect(sayLine(theirs, 'stripe', 'de')).toBe(theirs.text);
});
