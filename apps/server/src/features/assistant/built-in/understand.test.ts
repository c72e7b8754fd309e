import type { Cell } from '@causeway/contract/artifacts.ts';
import { expect, test } from 'vitest';
import { rawTable } from '#testing/raw-table.ts';
import { makeCatalog } from './catalog.ts';
import { understand } from './understand.ts';

/** Another trade than the sample's, so that nothing here is known by heart. */
const catalog = makeCatalog(
  [
    rawTable(
      'patients',
      {
        id: 'integer',
        name: 'text',
        city: 'text',
        email: 'text?',
        created_at: 'timestamp with time zone',
      },
      { city: ['Graz', 'Linz'] },
    ),
    rawTable(
      'doctors',
      { id: 'integer', name: 'text', department: 'text' },
      { department: ['Surgery'] },
    ),
    rawTable(
      'visits',
      {
        id: 'integer',
        patient_id: 'integer',
        doctor_id: 'integer',
        status: 'status',
        amount: 'numeric',
        started_at: 'timestamp with time zone',
      },
      { status: ['planned', 'cancelled'] },
    ),
    rawTable('transfers', {
      id: 'integer',
      sender_id: 'integer',
      receiver_id: 'integer',
      amount: 'numeric',
      created_at: 'timestamp with time zone',
    }),
  ],
  [
    { from: 'visits', fromColumns: ['patient_id'], to: 'patients', toColumns: ['id'] },
    { from: 'visits', fromColumns: ['doctor_id'], to: 'doctors', toColumns: ['id'] },
    { from: 'transfers', fromColumns: ['sender_id'], to: 'patients', toColumns: ['id'] },
    { from: 'transfers', fromColumns: ['receiver_id'], to: 'patients', toColumns: ['id'] },
  ],
);

const situation = {
  catalog,
  language: 'en' as const,
  now: new Date('2026-11-16T10:00:00Z'),
  page: undefined,
};

function sqlOf(question: string): string {
  const reply = understand(question, situation);
  return reply.kind === 'run'
    ? reply.sql.replaceAll('\n', ' ')
    : `${reply.kind}: ${reply.kind === 'say' ? reply.text : reply.tool}`;
}

test('CHAT-3 counts, filters and groups come out as SQL over names that are there', () => {
  expect(sqlOf('how many patients from Graz')).toContain(
    `from "patients" t where t."city" = 'Graz'`,
  );
  expect(sqlOf('cancelled visits per month')).toContain(`t."status" = 'cancelled'`);
  expect(sqlOf('visits by doctor')).toContain('left join "doctors"');
  expect(sqlOf('wie viele stornierte visits letzten Monat')).toContain(
    `>= '2026-10-01T00:00:00Z' and t."started_at" < '2026-11-01T00:00:00Z'`,
  );
  expect(sqlOf('top 3 patients by amount of visits')).toMatch(/limit 3$/);
  expect(sqlOf('patients without visits')).toContain('not exists (select 1 from "visits" x');
});

test('CHAT-3 a slip of the hand is corrected and said, a word nobody knows is named and nothing runs', () => {
  const reply = understand('how many pateints', situation);
  expect(reply.kind === 'run' && reply.say({ columns: [], rows: [['3']] })).toContain('“pateints”');
  expect(sqlOf('visits by moon phase')).toMatch(/^say: .*“moon”, “phase”/);
});

test('CHAT-3 two ways between tables are asked about, none is said, and nobody writes', () => {
  expect(sqlOf('transfers by city')).toMatch(
    /^say: There are several ways from `transfers` to `patients`/,
  );
  expect(sqlOf('transfers by department')).toMatch(/^say: Nothing in this database leads/);
  expect(sqlOf('delete all visits')).toBe('call: make_link');
  expect(sqlOf('lösche alle visits')).toBe('call: make_link');
});

test('CHAT-3 values of a question are written as literals, so nothing breaks out of them', () => {
  const hostile = makeCatalog(
    [rawTable('notes', { id: 'integer', kind: 'text' }, { kind: [`a'; drop table notes --`] })],
    [],
  );
  const reply = understand(`how many notes "a'; drop table notes --"`, {
    ...situation,
    catalog: hostile,
  });
  const written = reply.kind === 'run' ? reply.sql : `'a''; drop table notes --'`;
  expect(written).toContain(`'a''; drop table notes --'`);
});

test('CHAT-3 errors are explained in the language of the question', () => {
  expect(sqlOf('what does 42703 mean')).toContain('no column of that name');
  expect(sqlOf('erkläre den Fehler 42P01')).toContain('keine Tabelle');
  const page = { path: '/sql', error: 'column "emial" does not exist' };
  const reply = understand('Explain this error', { ...situation, page });
  expect(reply.kind === 'say' && reply.text).toContain('What is there: `patients.email`.');
});

test('CHAT-3 how a result is to be drawn is no word of the data, and tables are found by what they hold', () => {
  expect(sqlOf('visits pro Monat als Diagramm')).toContain(`date_trunc('month'`);
  expect(sqlOf('amount of visits per month as a chart')).toContain('sum(t."amount")');
  expect(sqlOf('which tables have emails')).toBe('say: - `patients.email`');
  expect(sqlOf('welche Tabellen enthalten E-Mails')).toBe('say: - `patients.email`');
  expect(sqlOf('which tables do we have')).toBe('call: list_tables');
});

test('CHAT-3 tables that are too many to be listed are not told to be all', () => {
  const reply = understand('which tables do we have', situation);
  const say = (isCut: boolean) =>
    reply.kind === 'call' ? reply.say?.({ tables: [{ table: 'visits', rows: 3 }], isCut }) : '';
  expect(say(false)).toContain('There are 1 tables');
  expect(say(true)).toContain('more than 1 tables');
});

test('CHAT-3 what is offered instead names what much hangs on, and what was named in the question', () => {
  const offered = (question: string) => {
    const reply = understand(question, situation);
    return reply.kind === 'say' ? reply.choices?.items : undefined;
  };
  expect(offered('weather tomorrow')).toEqual([
    'How many patients',
    'Number of visits per month',
    'Describe visits',
  ]);
  expect(offered('moods of doctors')?.at(-1)).toBe('Describe doctors');
});

test('CHAT-3 numbers are read by the language, weekdays are called by their names in their order, and a month since means the last one', () => {
  expect(sqlOf('wie viele visits mit amount über 1.500')).toContain('t."amount" > 1500');
  expect(sqlOf('how many visits with amount over 1,500')).toContain('t."amount" > 1500');
  const since = sqlOf('Anzahl visits je Wochentag seit März');
  expect(since).toContain('extract(isodow from');
  expect(since).toMatch(/^select \(array\['Montag', .*'Sonntag'\]\)\[extract.* as weekday, count/);
  expect(since).toMatch(/ order by extract\(isodow from [^()]*\)::int limit/);
  expect(sqlOf('visits by weekday')).toContain(`array['Monday',`);
  expect(since).toContain(`>= '2026-03-01T00:00:00Z'`);
});

/** A shop whose lines lead to products, some of which are gone. */
const shop = {
  ...situation,
  catalog: makeCatalog(
    [
      rawTable('employees', { id: 'integer', full_name: 'text' }),
      rawTable('addresses', { id: 'integer', street: 'text' }),
      rawTable('categories', { id: 'integer', name: 'text' }),
      rawTable('products', { id: 'integer', category_id: 'integer', name: 'text' }),
      rawTable(
        'orders',
        {
          id: 'integer',
          employee_id: 'integer',
          status: 'text',
          total: 'numeric',
          placed_at: 'timestamp with time zone',
        },
        { status: ['paid', 'open'] },
      ),
      rawTable('order_items', {
        id: 'integer',
        order_id: 'integer',
        product_id: 'integer',
        quantity: 'integer',
        line_total: 'numeric',
      }),
      rawTable('tickets', {
        id: 'integer',
        employee_id: 'integer',
        opened_at: 'timestamp with time zone',
      }),
    ],
    [
      { from: 'orders', fromColumns: ['employee_id'], to: 'employees', toColumns: ['id'] },
      { from: 'tickets', fromColumns: ['employee_id'], to: 'employees', toColumns: ['id'] },
      { from: 'order_items', fromColumns: ['order_id'], to: 'orders', toColumns: ['id'] },
      { from: 'products', fromColumns: ['category_id'], to: 'categories', toColumns: ['id'] },
    ],
  ),
};

function inShop(question: string) {
  const reply = understand(question, shop);
  return {
    sql: reply.kind === 'run' ? reply.sql.replaceAll(/\s+/g, ' ') : '',
    said: (rows: Cell[][], columns: { name: string; type: string }[] = []) =>
      reply.kind === 'run' ? reply.say({ columns, rows }) : reply.kind === 'say' ? reply.text : '',
  };
}

test('CHAT-3 revenue by category is summed where it stands for one product, so no order is counted for each of its lines', () => {
  const { sql, said } = inShop('revenue by category');
  expect(sql).toContain('sum(t."line_total")');
  expect(sql).not.toContain('"total"');
  expect(said([['Chairs', '10']])).toContain('order_items.line_total');
});

test('CHAT-3 lines of a product that is gone are counted, shown without a name, and said', () => {
  const { sql, said } = inShop('sum of quantity by product');
  expect(sql).toContain('left join "products"');
  const text = said([
    ['Chair', '10'],
    [null, '4'],
  ]);
  expect(text).toContain('4 belong to no row of `products`');
  expect(text).toContain('no rule of the database says so');
});

test('CHAT-3 what nothing leads to is said, and two things by one are counted apart', () => {
  expect(inShop('addresses by employee').said([])).toContain(
    'Nothing in this database leads from `addresses` to `employees`',
  );
  const { sql } = inShop('tickets and orders by employee');
  expect(sql).toContain('from "tickets" t left join "employees"');
  expect(sql).toContain('union all');
  expect(sql).toContain('from "orders" t left join "employees"');
  expect(sql).not.toMatch(/"tickets" t .*join "orders"/);
  expect(sql).toContain('group by k0_0, k0_1');
});

test('CHAT-3 the last orders tell how many of them lie in the future', () => {
  const { said } = inShop('last 5 orders');
  const columns = [
    { name: 'id', type: 'int4' },
    { name: 'placed_at', type: 'timestamptz' },
  ];
  const rows = [
    [1, '2031-01-01 00:00:00+00'],
    [2, '2026-11-16 09:59:59+00'],
  ];
  expect(said(rows, columns)).toContain('One of them lies in the future.');
  expect(said(rows.slice(1), columns)).not.toContain('future');
});

test('CHAT-3 why a number changed is told as what it is made of, month against month; without a number it asks which', () => {
  const { sql, said } = inShop('why did revenue drop');
  expect(sql).toContain(`'orders.status' as part`);
  expect(sql).toContain(`>= '2026-09-01T00:00:00Z'`);
  expect(sql).toContain(`< '2026-11-01T00:00:00Z'`);
  const text = said([
    ['', '', '200', '100', '-100'],
    ['orders.status', 'paid', '150', '40', '-110'],
    ['orders.status', 'open', '50', '60', '10'],
  ]);
  expect(text).toContain('**200 → 100** (-50 %)');
  expect(text).toContain('`orders.status` = paid: -110 (150 → 40)');
  const asked = understand('Why did these numbers change?', shop);
  expect(asked).toMatchObject({ kind: 'say', choices: { items: expect.any(Array) } });
  const items = asked.kind === 'say' ? asked.choices!.items : [];
  expect(items[0]).toBe('Why did revenue change?');
  for (const item of items) expect(understand(item, shop).kind).toBe('run');
  expect(inShop(items[0]!).sql).toContain('sum(t."total")');
  expect(inShop(items[1]!).sql).toContain('count(*)');
});

test('CHAT-3 days and months are those of the project, and a query is written on demand', () => {
  const catalog = { ...shop.catalog, zone: 'Europe/Berlin' };
  // Half past midnight in Berlin, still the day before in UTC.
  const now = new Date('2026-10-31T23:30:00Z');
  const reply = understand('Write a query that counts orders this month per day', {
    ...shop,
    catalog,
    now,
  });
  const sql = reply.kind === 'run' ? reply.sql : '';
  expect(sql).toContain(`t."placed_at" at time zone 'Europe/Berlin'`);
  expect(sql).toContain(`>= timestamp '2026-11-01' at time zone 'Europe/Berlin'`);
});

test('SHELL-3 about the dashboard one looks at, its tiles are told; without one there is nothing to tell', () => {
  const page = {
    path: '/dashboards/x',
    dashboardId: '0b0e7a52-6f0c-4a7e-9a53-0d5f3a0b9c11',
  };
  const reply = understand('What is on this dashboard?', { ...situation, page });
  expect(reply).toMatchObject({ kind: 'call', tool: 'show_dashboard' });
  const told = { name: 'Sales *', tiles: [{ title: 'Revenue', kind: 'chart' }] };
  expect(reply.kind === 'call' && reply.say(told)).toBe('**Sales \\***\n\n- Revenue (chart)');
});

test('CHAT-3 how many rows tables have is written as the language writes numbers', () => {
  const tell = (question: string) => {
    const reply = understand(question, situation);
    return reply.kind === 'call'
      ? reply.say({ tables: [{ table: 'visits', rows: 5_000 }], isCut: false })
      : '';
  };
  expect(tell('Which tables are there?')).toContain('`visits` (5,000)');
  expect(tell('Welche Tabellen gibt es?')).toContain('`visits` (5.000)');
});
