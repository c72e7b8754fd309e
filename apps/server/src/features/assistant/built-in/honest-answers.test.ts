import { expect, test } from 'vitest';
import { rawTable } from '#testing/raw-table.ts';
import { makeCatalog } from './catalog.ts';
import type { Reply, Told } from './reply.ts';
import { understand } from './understand.ts';

const moment = 'timestamp with time zone';
/** A shipping company: nothing here is a name of the sample's. */
const catalog = makeCatalog(
  [
    rawTable('ships', {
      id: 'integer',
      name: 'text',
      phone: 'text?',
      flag: ['text', ['DE', 'AT', 'NO']],
      length: 'numeric',
    }),
    rawTable('archive', { id: 'integer', length: 'text', flags: 'text[]' }),
    rawTable('voyages', {
      id: 'integer',
      ship_id: 'integer',
      state: ['text', ['sailed', 'planned']],
      total: 'numeric',
      notes: 'jsonb',
      departed_at: moment,
    }),
  ],
  [{ from: 'voyages', fromColumns: ['ship_id'], to: 'ships', toColumns: ['id'] }],
);

function ask(question: string, language: 'en' | 'de' = 'en'): Reply {
  const now = new Date('2026-11-18T10:00:00Z');
  return understand(question, { catalog, language, now, page: undefined });
}

function sqlOf(question: string): string {
  const reply = ask(question);
  return reply.kind === 'run' ? reply.sql.replaceAll(/\s+/g, ' ') : '';
}

function textOf(question: string, told: Partial<Told> = {}, language: 'en' | 'de' = 'en'): string {
  const reply = ask(question, language);
  const all: Told = { columns: [], rows: [], ...told };
  return reply.kind === 'say' ? reply.text : reply.say(all);
}

function choicesOf(question: string): string[] {
  const reply = ask(question);
  return reply.kind === 'say' ? (reply.choices?.items ?? []) : [];
}

test('CHAT-3 a number is compared with the stretch that was named, and a month that runs with as many days', () => {
  for (const question of [
    'revenue this month vs last',
    'revenue this month against last month',
    'Umsatz dieser gegen letzten Monat',
    'Umsatz zum Vormonat',
  ]) {
    const sql = sqlOf(question);
    expect(sql).toContain(`>= '2026-10-01T00:00:00Z' and t."departed_at" < '2026-10-19T00:00:00Z'`);
    expect(sql).toContain(`>= '2026-11-01T00:00:00Z' and t."departed_at" < '2026-11-19T00:00:00Z'`);
  }
  const rows = [
    ['x', '100'],
    ['y', '120'],
  ];
  expect(textOf('revenue this month vs last', { rows })).toContain(
    'sum of voyages.total: **100 → 120** (+20 %), 2026-11-01 – 2026-11-18 against 2026-10-01 – 2026-10-18.',
  );
  expect(textOf('Umsatz zum Vorjahr', { rows })).toContain(
    '01.01.2026 – 18.11.2026 gegenüber 01.01.2025 – 18.11.2025',
  );
  expect(sqlOf('revenue last month vs previous month')).toContain(`'2026-09-01T00:00:00Z'`);
  expect(sqlOf('revenue by state this month vs last month')).toContain(`'voyages.state' as part`);
});

test('CHAT-3 what asks for a comparison and names no two things is asked about instead of half answered', () => {
  expect(textOf('change since March')).toContain('two stretches of time');
  expect(textOf('Veränderung seit März')).toContain('zwei Zeiträumen');
  expect(textOf('revenue in March, April and May')).toContain('two stretches of time');
});

test('CHAT-3 two values of one column are either of them, side by side where they are compared', () => {
  expect(sqlOf('ships from Germany and Austria')).toContain(`t."flag" in ('DE', 'AT')`);
  expect(sqlOf('how many ships from Germany or Norway')).toContain(`t."flag" in ('DE', 'NO')`);
  expect(sqlOf('compare Germany and Austria')).toMatch(
    /count\(\*\).* where t\."flag" in \('DE', 'AT'\) group by t\."flag"/,
  );
  expect(sqlOf('vergleiche Umsatz von Deutschland mit Norwegen')).toMatch(
    /sum\(t\."total"\).* in \('DE', 'NO'\) group by/,
  );
  expect(textOf('sailed voyages or ships with phone')).toContain('“or”');
});

test('CHAT-3 stretches are named by week, by quarter, by a day and from one to another', () => {
  const stretch = (question: string) =>
    [...sqlOf(question).matchAll(/'(\d{4}-\d\d-\d\d)T00:00:00Z'/g)].map(([, day]) => day);
  expect(stretch('voyages in week 42')).toEqual(['2026-10-12', '2026-10-19']);
  expect(stretch('voyages in KW 53 2026')).toEqual(['2026-12-28', '2027-01-04']);
  expect(stretch('Umsatz im dritten Quartal')).toEqual(['2026-07-01', '2026-10-01']);
  expect(stretch('revenue between March and May')).toEqual(['2026-03-01', '2026-06-01']);
  expect(stretch('Umsatz von November bis Februar')).toEqual(['2025-11-01', '2026-03-01']);
  expect(stretch('voyages am 1.10.2026')).toEqual(['2026-10-01', '2026-10-02']);
  expect(stretch('voyages on 2026-10-13')).toEqual(['2026-10-13', '2026-10-14']);
  expect(stretch('voyages on 13/10/2026')).toEqual(['2026-10-13', '2026-10-14']);
  expect(choicesOf('voyages on 10/01/2026')).toEqual([
    'voyages on 2026-10-01',
    'voyages on 2026-01-10',
  ]);
});

test('CHAT-3 what is ranked by nothing is asked by what, and every way that is offered runs', () => {
  const offered = choicesOf('top 5 ships');
  expect(offered).toContain('top 5 ships by revenue');
  expect(offered).toContain('top 5 ships by number of voyages');
  for (const item of offered) expect(sqlOf(item)).toMatch(/limit 5$/);
  expect(textOf('biggest voyages')).toContain('No rows match');
  expect(textOf('biggest voyages', { rows: [['1']] })).toContain('Sorted by `voyages.total`.');
});

test('CHAT-3 uniqueness, completeness, ranges and double rows are answered in a sentence', () => {
  expect(textOf('is phone unique')).toBe('Every value of `ships.phone` stands in one row only.');
  expect(textOf('ist phone eindeutig', { rows: [['1', '2']] })).toBe(
    '1 Wert von `ships.phone` steht in mehreren Zeilen.',
  );
  expect(sqlOf('how complete is ships')).toContain(`filter (where "phone" is null)`);
  expect(sqlOf('wie vollständig ist ships')).toContain(`filter (where "phone" is null)`);
  expect(sqlOf('missing phone')).toContain('where t."phone" is null');
  expect(textOf('range of length', { rows: [['3', '400', '120.5']] })).toBe(
    '`ships.length`: **3 – 400**, on average 120.5.',
  );
  expect(sqlOf('average length')).toContain('avg(t."length")');
  expect(sqlOf('total revenue for each flag')).toContain('group by t1."flag"');
  expect(sqlOf('duplicates in voyages')).toContain('"notes"::text as "notes"');
  expect(sqlOf('duplicates in voyages')).not.toContain('"departed_at"');
});

test('CHAT-3 pages open by their names, dashboards by words of theirs in either language', () => {
  expect(ask('go to dashboards')).toMatchObject({ input: { place: 'dashboards' } });
  expect(ask('geh zu den Workflows')).toMatchObject({ input: { place: 'workflows' } });
  const reply = ask('zeig das Umsatz-Dashboard');
  const dashboards = [
    { id: 'a', name: 'Sales at a glance' },
    { id: 'b', name: 'Support' },
  ];
  const next = reply.kind === 'call' ? reply.next?.({ dashboards }) : undefined;
  expect(next).toEqual({ tool: 'make_link', input: { place: 'dashboard', id: 'a' } });
  const lost = ask('open the zebra dashboard');
  const said = lost.kind === 'call' ? [lost.say({ dashboards }), lost.next?.({ dashboards })] : [];
  expect(said[0]).toContain('- Support');
  expect(said[1]).toBeUndefined();
});

test('CHAT-3 short words are no slips of the hand of others, and the language is not that of the tables', () => {
  expect(textOf('what holds phones')).toBe('- `ships.phone`');
  expect(textOf('voiages per mnoth', { rows: [['1']] })).toMatch(
    /“voiages” is read as “voyages”.*“mnoth” is read as “month”/s,
  );
  expect(textOf('leere Werte in ships', {}, 'de')).toBe('Keine Zeile passt.');
  expect(textOf('öffne ships', {}, 'de')).toBe('Hier geht es zu `ships`.');
  expect(textOf('voyages ohne total', {}, 'de')).toContain('Keine Zeile passt.');
});

test('CHAT-3 a list of the first of something that is no table is answered, and not asked about for ever', () => {
  const alone = makeCatalog(
    [rawTable('orders', { id: 'integer', customer_id: 'integer', total: 'numeric' })],
    [],
  );
  const now = new Date('2026-11-18T10:00:00Z');
  const reply = understand('top customer by orders', {
    catalog: alone,
    language: 'en',
    now,
    page: undefined,
  });
  expect(reply.kind).toBe('say');
});
