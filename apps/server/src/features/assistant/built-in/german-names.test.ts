import type { Cell } from '@causeway/contract/artifacts.ts';
import { expect, test } from 'vitest';
import { rawTable } from '#testing/raw-table.ts';
import { makeCatalog } from './catalog.ts';
import { languageOf } from './spoken.ts';
import { understand } from './understand.ts';

/** A library that names its tables as German libraries do. */
const catalog = makeCatalog(
  [
    rawTable('zweigstellen', { id: 'integer', kürzel: 'text', bezeichnung: 'text' }),
    rawTable('bücher', { id: 'integer', titel: 'text', anschaffungspreis: 'numeric' }),
    rawTable('kunden', { id: 'integer', nachname: 'text?', geburtsdatum: 'date' }),
    rawTable('ärzte', { id: 'integer', nachname: 'text', gehalt: 'numeric' }),
    rawTable(
      'fälle',
      {
        id: 'integer',
        arzt_id: 'integer',
        zweigstelle_id: 'integer',
        status: 'text',
        erlös: 'numeric',
        eigenanteil: 'money',
        aufnahme_am: 'timestamp with time zone',
        notfall: 'boolean',
      },
      { status: ['entlassen', 'storniert'] },
    ),
    rawTable('rechnungen', {
      id: 'integer',
      kunde_id: 'integer',
      betrag: 'numeric',
      gestellt_am: 'date?',
      bezahlt_am: 'date?',
    }),
    rawTable('lieferungen', { id: 'integer', status: 'text' }, { status: ['offen', 'geliefert'] }),
    rawTable('räume', { id: 'integer', nummer: 'text' }),
    rawTable('messwerte', { id: 'integer', art: 'text', wert: 'numeric?' }, { art: ['Puls'] }),
    rawTable('op_säle', { id: 'integer', name: 'text' }),
  ],
  [
    { from: 'fälle', fromColumns: ['arzt_id'], to: 'ärzte', toColumns: ['id'] },
    { from: 'fälle', fromColumns: ['zweigstelle_id'], to: 'zweigstellen', toColumns: ['id'] },
    { from: 'rechnungen', fromColumns: ['kunde_id'], to: 'kunden', toColumns: ['id'] },
  ],
);

const situation = {
  catalog,
  language: 'de' as const,
  now: new Date('2026-11-16T10:00:00Z'),
  page: undefined,
};

function ask(question: string, from = catalog) {
  const reply = understand(question, { ...situation, catalog: from });
  return {
    sql: reply.kind === 'run' ? reply.sql.replaceAll(/\s+/g, ' ') : `no statement: ${said(reply)}`,
    title: reply.kind === 'run' ? reply.title : '',
    shape: reply.kind === 'run' ? reply.shape : undefined,
    tell: (rows: Cell[][]) => (reply.kind === 'run' ? reply.say({ columns: [], rows }) : ''),
    items: reply.kind === 'say' ? (reply.choices?.items ?? []) : [],
  };
}

function said(reply: ReturnType<typeof understand>): string {
  return reply.kind === 'say' ? reply.text : '';
}

test('CHAT-3 revenue, amounts, prices and dates are found where a German database keeps them', () => {
  const byBranch = ask('Erlös nach Zweigstelle').sql;
  expect(byBranch).toContain('sum(t."erlös")');
  expect(byBranch).toContain('t1."bezeichnung"');
  expect(ask('Summe Erlös pro Monat 2025').sql).toContain(`date_trunc('month', t."aufnahme_am"`);
  expect(ask('Rechnungen über 5.000 Euro').sql).toContain('t."betrag" > 5000');
  expect(ask('Durchschnittsgehalt der Ärzte').sql).toContain('avg(t."gehalt")');
  expect(ask('die teuersten Bücher').sql).toContain('order by t."anschaffungspreis" desc');
  expect(ask('größte Rechnungen').tell([['1']])).toContain('`rechnungen.betrag`');
  expect(ask('größte Rechnungen').sql).toContain('order by t."betrag" desc');
  expect(ask('die letzten 10 Aufnahmen').sql).toContain('order by t."aufnahme_am" desc');
  expect(ask('durchschnittlicher Puls').sql).toContain(
    `avg(t."wert"), 2) as "avg_wert" from "messwerte" t where t."art" = 'Puls'`,
  );
  expect(ask('die letzten 10 Rechnungen').sql).toContain('order by t."gestellt_am" desc');
});

test('CHAT-3 one of a thing is the same word as many of it, with the other vowel too', () => {
  expect(ask('Fälle pro Arzt').sql).toContain('left join "ärzte"');
  expect(ask('Wie viele Notfälle pro Monat').sql).toContain('t."notfall" = true');
  expect(ask('Anzahl Raum').sql).toContain('from "räume"');
});

test('CHAT-3 a compound is found by its head, and what people say beside the data is no word of it', () => {
  expect(ask('Wie viele op_säle').sql).toContain('from "op_säle"');
  expect(ask('Fälle je Stelle').sql).toContain('left join "zweigstellen"');
  expect(ask('Wie viele Fälle gab es im Oktober 2026?').sql).toContain('count(*)');
  expect(ask('Wie groß ist die Tabelle Fälle?').sql).toContain('count(*)');
  expect(ask('Welche Ärzte verdienen am meisten?').sql).toContain('order by t."gehalt" desc');
});

test('CHAT-3 what is not paid is never read as paid', () => {
  const unpaid = 't."bezahlt_am" is null';
  expect(ask('Welche Rechnungen sind noch nicht bezahlt?').sql).toContain(unpaid);
  expect(ask('unbezahlte Rechnungen pro Kunde').sql).toContain(unpaid);
  expect(ask('wie viele unbezahlte Rechnungen').sql).toContain(unpaid);
  expect(ask('wie viele bezahlte Rechnungen').sql).toContain('t."bezahlt_am" is not null');
  expect(ask('wie viele unstornierte Fälle').sql).toContain(`t."status" <> 'storniert'`);
});

test('CHAT-3 a word that could not be heeded is told, and nothing runs without it', () => {
  const nothing = /^no statement: /;
  // None of these tables has a date.
  expect(ask('Anzahl Räume pro Monat').sql).toMatch(/^no statement: `räume` .*kein Datum/);
  expect(ask('wie viele Räume im Oktober 2026').sql).toMatch(/^no statement: `räume` .*kein Datum/);
  expect(ask('größte Räume').sql).toMatch(/^no statement: Wonach\? `räume`/);
  expect(ask('zeig Bücher unter Mindestpreis').sql).toMatch(nothing);
  expect(ask('Wetter von Morgen und Übermorgen').sql).toContain('bedeuten, und habe');
  expect(ask('Warum?').items[0]).toBe('Warum hat sich der Umsatz verändert?');
  expect(ask('offene Rechnungen').sql).toMatch(/^no statement: .*„offene“/);
  expect(ask('wie viele Fälle 2023, 2024, 2025').sql).toMatch(nothing);
  const poor = makeCatalog([rawTable('räume', { id: 'integer', nummer: 'text' })], []);
  expect(ask('Umsatz nach Nummer', poor).sql).toMatch(/^no statement: .*„Umsatz“/);
  const sales = makeCatalog([rawTable('sales', { id: 'integer', amount: 'numeric' })], []);
  expect(ask('how many sales', sales).sql).toContain('count(*)');
});

test('CHAT-3 days are read as they are written, with what stands before them', () => {
  const from = (day: string) => `t."gestellt_am" >= '${day}'`;
  const to = (day: string) => `t."gestellt_am" < '${day}'`;
  const sent = (question: string) => ask(`Anzahl Rechnungen mit gestellt_am ${question}`).sql;
  expect(ask('Rechnungen seit 2026-10-01').sql).toContain(from('2026-10-01'));
  expect(ask('Rechnungen seit 2026-10-01').sql).toContain('limit 100');
  expect(sent('seit 01.10.2026')).toContain(from('2026-10-01'));
  expect(sent('ab 2025')).toContain(`${from('2025-01-01')} and ${to('2026-11-17')}`);
  expect(sent('nach März 2026')).toContain(from('2026-04-01'));
  expect(sent('vor 2025')).toContain(to('2025-01-01'));
  expect(sent('bis 2025')).toContain(to('2026-01-01'));
  expect(sent('zwischen 01.02.2026 und 15.03.2026')).toContain(
    `${from('2026-02-01')} and ${to('2026-03-16')}`,
  );
  expect(sent('von Januar bis März 2026')).toContain(
    `${from('2026-01-01')} and ${to('2026-04-01')}`,
  );
  expect(sent('über die letzten 30 Tage')).toContain(from('2026-10-17'));
});

test('CHAT-3 money is averaged and compared', () => {
  expect(ask('durchschnittlicher Eigenanteil der Fälle').sql).toContain(
    'avg(t."eigenanteil"::numeric)',
  );
  expect(ask('Fälle mit Eigenanteil über 50').sql).toContain('t."eigenanteil"::numeric > 50');
});

test('CHAT-3 rows are doubled that say the same, keys and times aside', () => {
  const { sql } = ask('Dubletten in Kunden');
  expect(sql).toContain('count(*) as count, "nachname"');
  expect(ask('Doppelte nachname in kunden').sql).toContain('group by "nachname"');
});

test('CHAT-3 a question is answered in the language it is asked in, and is told as a sentence', () => {
  expect(ask('Leere Werte in Kunden').title).toBe('Leere Werte in kunden');
  expect(languageOf('Leere Werte in Kunden', 'de')).toBe('de');
  expect(languageOf('Empty values in kunden', 'en')).toBe('en');
  expect(ask('Ärzte ohne Fälle').title).toBe('ärzte ohne fälle');
  expect(ask('wie viele unbezahlte Rechnungen').title).toBe(
    'Anzahl rechnungen mit leerem rechnungen.bezahlt_am',
  );
  expect(ask('Fälle je Wochentag').shape).toBe('bar');
  expect(ask('Fälle je Wochentag').sql).toContain(`(array['Montag', 'Dienstag',`);
  const hundred = Array.from({ length: 100 }, (_, id) => [id]);
  expect(ask('stornierte Fälle').tell(hundred)).toContain('Die ersten 100 Zeilen.');
  expect(ask('stornierte Fälle').tell(hundred.slice(1))).toContain('99 Zeilen.');
});
