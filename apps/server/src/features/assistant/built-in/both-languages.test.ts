import { describe, expect, test } from 'vitest';
import { rawTable } from '#testing/raw-table.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import { understand } from './understand.ts';

/** A joiner's workshop, a clinic and a library, named as they are in German towns; and an English one. */
const workshop = makeCatalog(
  [
    rawTable('kunden', { id: 'integer', firmenname: 'text', ort: 'text', angelegt_am: 'date' }),
    rawTable(
      'aufträge',
      {
        id: 'integer',
        kunden_id: 'integer',
        auftragsdatum: 'date',
        steuerbetrag: 'numeric',
        gesamtbetrag: 'numeric',
        status: 'text',
      },
      { status: ['offen', 'in Arbeit', 'abgeschlossen', 'storniert'] },
    ),
    rawTable('rechnungen', {
      id: 'integer',
      auftrag_id: 'integer',
      rechnungsdatum: 'date',
      rechnungsbetrag: 'numeric',
      bezahlt_am: 'date?',
    }),
    rawTable('mitarbeiter', {
      id: 'integer',
      nachname: 'text',
      stundenlohn: 'numeric',
      eingestellt_am: 'date',
    }),
    rawTable('materialien', {
      id: 'integer',
      bezeichnung: 'text',
      einkaufspreis: 'numeric',
      lagerbestand: 'integer',
    }),
    rawTable('angebote', { id: 'integer', kunden_id: 'integer', gültig_bis: 'date' }),
  ],
  [
    { from: 'aufträge', fromColumns: ['kunden_id'], to: 'kunden', toColumns: ['id'] },
    { from: 'angebote', fromColumns: ['kunden_id'], to: 'kunden', toColumns: ['id'] },
    { from: 'rechnungen', fromColumns: ['auftrag_id'], to: 'aufträge', toColumns: ['id'] },
  ],
);

const clinic = makeCatalog(
  [
    rawTable('patienten', {
      id: 'integer',
      nachname: 'text',
      wohnort: 'text',
      geburtsdatum: 'date',
    }),
    rawTable('aerzte', { id: 'integer', nachname: 'text', fachrichtung: 'text' }),
    rawTable('behandlungen', {
      id: 'integer',
      patient_id: 'integer',
      arzt_id: 'integer',
      behandlungsdatum: 'date',
      behandlungskosten: 'numeric',
    }),
    rawTable(
      'termine',
      { id: 'integer', patient_id: 'integer', beginn: 'timestamp', status: 'text' },
      { status: ['bestätigt', 'abgesagt'] },
    ),
  ],
  [
    { from: 'behandlungen', fromColumns: ['patient_id'], to: 'patienten', toColumns: ['id'] },
    { from: 'behandlungen', fromColumns: ['arzt_id'], to: 'aerzte', toColumns: ['id'] },
    { from: 'termine', fromColumns: ['patient_id'], to: 'patienten', toColumns: ['id'] },
  ],
);

const library = makeCatalog(
  [
    rawTable('bücher', {
      id: 'integer',
      titel: 'text',
      verlag: 'text',
      erscheinungsjahr: 'integer',
    }),
    rawTable('mitglieder', { id: 'integer', nachname: 'text', straße: 'text' }),
    rawTable('ausleihen', {
      id: 'integer',
      buch_id: 'integer',
      mitglied_id: 'integer',
      ausleihdatum: 'date',
      zurückgegeben_am: 'date?',
    }),
    rawTable('mahnungen', { id: 'integer', ausleihe_id: 'integer', mahngebühr: 'numeric' }),
  ],
  [
    { from: 'ausleihen', fromColumns: ['buch_id'], to: 'bücher', toColumns: ['id'] },
    { from: 'ausleihen', fromColumns: ['mitglied_id'], to: 'mitglieder', toColumns: ['id'] },
    { from: 'mahnungen', fromColumns: ['ausleihe_id'], to: 'ausleihen', toColumns: ['id'] },
  ],
);

const surgery = makeCatalog(
  [
    rawTable('patients', { id: 'integer', last_name: 'text', city: 'text' }),
    rawTable('doctors', { id: 'integer', last_name: 'text' }),
    rawTable(
      'appointments',
      {
        id: 'integer',
        patient_id: 'integer',
        doctor_id: 'integer',
        starts_at: 'timestamp',
        status: 'text',
      },
      { status: ['confirmed', 'cancelled'] },
    ),
    rawTable('treatments', { id: 'integer', patient_id: 'integer', cost: 'numeric' }),
  ],
  [
    { from: 'appointments', fromColumns: ['patient_id'], to: 'patients', toColumns: ['id'] },
    { from: 'appointments', fromColumns: ['doctor_id'], to: 'doctors', toColumns: ['id'] },
    { from: 'treatments', fromColumns: ['patient_id'], to: 'patients', toColumns: ['id'] },
  ],
);

function ask(catalog: Catalog, question: string, language: 'en' | 'de' = 'en'): string {
  const now = new Date('2026-11-18T10:00:00Z');
  const reply = understand(question, { catalog, language, now, page: undefined });
  if (reply.kind === 'run') return reply.sql.replaceAll(/\s+/g, ' ');
  return `no statement: ${reply.kind === 'say' ? reply.text : reply.tool}`;
}

describe('English questions over German names', () => {
  test('CHAT-3 a workshop is asked for revenue, counts, ranks and states', () => {
    const asked = (question: string) => ask(workshop, question);
    for (const question of ['total revenue by month', 'revenue per month']) {
      expect(asked(question)).toContain('sum(t."gesamtbetrag")');
      expect(asked(question)).toContain(`date_trunc('month', t."auftragsdatum"`);
    }
    expect(asked('how many customers')).toContain('from "kunden" t');
    expect(asked('customers by city')).toMatch(/t\."ort".*from "kunden"/);
    expect(asked('orders per customer')).toMatch(/"firmenname".*from "aufträge".*join "kunden"/);
    expect(asked('how many open orders')).toContain(`t."status" = 'offen'`);
    expect(asked('cancelled orders')).toContain(`t."status" = 'storniert'`);
    expect(asked('unpaid invoices')).toContain('t."bezahlt_am" is null');
    expect(asked('how many paid invoices')).toContain('t."bezahlt_am" is not null');
    expect(asked('invoices over 5,000')).toContain('t."rechnungsbetrag" > 5000');
    expect(asked('last 10 invoices')).toContain('order by t."rechnungsdatum" desc');
    expect(asked('biggest invoices')).toContain('order by t."rechnungsbetrag" desc');
    expect(asked('average purchase price of materials')).toContain('avg(t."einkaufspreis")');
    expect(asked('most expensive materials')).toContain('order by t."einkaufspreis" desc');
    expect(asked('stock by material')).toContain('sum(t."lagerbestand")');
    expect(asked('average hourly wage of employees')).toContain('avg(t."stundenlohn")');
    expect(asked('customers without quotes')).toMatch(/not exists \(select .*from "angebote"/);
    expect(asked('top 5 customers by revenue')).toMatch(/"firmenname".*sum\(t\."gesamtbetrag"\)/);
  });

  test('CHAT-3 a clinic is asked for patients, treatments, doctors and appointments', () => {
    const asked = (question: string) => ask(clinic, question);
    expect(asked('how many patients')).toContain('from "patienten" t');
    expect(asked('treatments per doctor')).toMatch(/from "behandlungen".*join "aerzte"/);
    expect(asked('average cost of treatments')).toContain('avg(t."behandlungskosten")');
    expect(asked('patients without treatments')).toMatch(/not exists .*"behandlungen"/);
    expect(asked('appointments by weekday')).toMatch(/t\."beginn".*from "termine"/);
    expect(asked('how many appointments were cancelled')).toContain(`t."status" = 'abgesagt'`);
    expect(asked('doctors by specialty')).toContain('t."fachrichtung"');
    expect(asked('treatments in October 2026')).toContain(`t."behandlungsdatum" >= '2026-10-01'`);
  });

  test('CHAT-3 a library is asked for loans, members and fees, umlauts or not', () => {
    const asked = (question: string) => ask(library, question);
    expect(asked('loans per month')).toContain(`date_trunc('month', t."ausleihdatum"`);
    expect(asked('members without loans')).toMatch(/not exists .*"ausleihen"/);
    expect(asked('books by publisher')).toMatch(/t\."verlag".*from "bücher"/);
    expect(asked('loans not returned')).toContain('t."zurückgegeben_am" is null');
    expect(asked('total fees')).toContain('sum(t."mahngebühr")');
    expect(asked('which book has the most loans')).toMatch(/"titel".*from "ausleihen"/);
    expect(asked('members by street')).toContain('t."straße"');
  });
});

describe('German questions over English names', () => {
  test('CHAT-3 find patients, appointments and treatments in the same way', () => {
    const asked = (question: string) => ask(surgery, question, 'de');
    expect(asked('Wie viele Patienten gibt es?')).toContain('from "patients" t');
    expect(asked('Termine pro Arzt')).toMatch(/from "appointments".*join "doctors"/);
    expect(asked('abgesagte Termine')).toContain(`t."status" = 'cancelled'`);
    expect(asked('Patienten ohne Behandlungen')).toMatch(/not exists .*"treatments"/);
    expect(asked('Patienten pro Wohnort')).toContain('t."city"');
  });
});

test('CHAT-3 words of neither language’s names are named, and nothing runs without them', () => {
  const refused = /^no statement: /;
  expect(ask(workshop, 'churn by planet')).toMatch(refused);
  expect(ask(workshop, 'customers by shoe size')).toMatch(/^no statement: .*“shoe”/);
  expect(ask(workshop, 'revenue by warehouse')).toMatch(/^no statement: .*“warehouse”/);
  expect(ask(clinic, 'salary per doctor')).toMatch(/^no statement: .*“salary”/);
  expect(ask(library, 'cancelled loans')).toMatch(/^no statement: .*“cancelled”/);
  expect(ask(library, 'unpaid fees')).toMatch(refused);
});

test('CHAT-3 a part of an amount is never taken for the whole', () => {
  const taxes = makeCatalog(
    [rawTable('belege', { id: 'integer', steuerbetrag: 'numeric', datum: 'date' })],
    [],
  );
  expect(ask(taxes, 'revenue by month')).toMatch(/^no statement: /);
  expect(ask(taxes, 'Umsatz pro Monat', 'de')).toMatch(/^no statement: /);
  expect(ask(taxes, 'total tax amount')).toContain('sum(t."steuerbetrag")');
});

test('CHAT-3 a name that is asked for in its own language comes before its translation', () => {
  const mixed = makeCatalog(
    [
      rawTable('kunden', { id: 'integer', name: 'text' }),
      rawTable('customers', { id: 'integer', name: 'text' }),
      rawTable('notes', { id: 'integer', note: 'text' }),
    ],
    [],
  );
  expect(ask(mixed, 'how many customers')).toContain('from "customers"');
  expect(ask(mixed, 'Wie viele Kunden', 'de')).toContain('from "kunden"');
  expect(ask(mixed, 'average rating')).toMatch(/^no statement: /);
});
