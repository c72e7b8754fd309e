import { expect, test } from 'vitest';
import { isBirth, isIdentity, isOptional, mustBeFilled, recordsPast } from './meaning.ts';

test.each([
  ['bezahlt_am', true],
  ['gestellt_am', true],
  ['aufnahme_am', true],
  ['geändert_am', true],
  ['eingegangen_am', true],
  ['geprüft_am', true],
  ['fällig_am', false],
  ['gültig_bis', false],
  ['haltbar_bis', false],
  ['geplant_am', false],
  ['wartung_fällig', false],
  ['paid_at', true],
  ['next_paid_at', false],
])('INT-2 %s tells what has happened: %s, in German as in English', (name, isPast) => {
  expect(recordsPast(name)).toBe(isPast);
});

test('INT-2 what somebody is known by, is called and was born is found by German names too', () => {
  expect(['geburtsdatum', 'geb_datum'].every(isBirth)).toBe(true);
  expect(['telefon', 'kundennummer', 'benutzername', 'seriennummer'].every(isIdentity)).toBe(true);
  expect(['hausnummer', 'telefon_notiz'].some(isIdentity)).toBe(false);
  expect(['nachname', 'bezeichnung', 'titel'].every(mustBeFilled)).toBe(true);
  expect(['bemerkung', 'entlassung_am', 'notizen'].every((name) => isOptional(name, null))).toBe(
    true,
  );
});
