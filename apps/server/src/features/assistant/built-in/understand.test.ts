import { expect, test } from 'vitest';
import { makeCatalog, type RawTable } from './catalog.ts';
import { understand } from './understand.ts';

function table(
  name: string,
  columns: Record<string, string>,
  values: Record<string, string[]> = {},
): RawTable {
  return {
    schema: 'public',
    name,
    isView: false,
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type: type.replace('?', ''),
      isKey: column === 'id',
      isReference: column.endsWith('_id'),
      isNullable: type.endsWith('?'),
      values: values[column] ?? [],
    })),
  };
}

/** Another trade than the sample's, so that nothing here is known by heart. */
const catalog = makeCatalog(
  [
    table(
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
    table(
      'doctors',
      { id: 'integer', name: 'text', department: 'text' },
      { department: ['Surgery'] },
    ),
    table(
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
    table('transfers', {
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
    [table('notes', { id: 'integer', kind: 'text' }, { kind: [`a'; drop table notes --`] })],
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
});

test('CHAT-3 how a result is to be drawn is no word of the data, and tables are found by what they hold', () => {
  expect(sqlOf('visits pro Monat als Diagramm')).toContain(`date_trunc('month'`);
  expect(sqlOf('amount of visits per month as a chart')).toContain('sum(t."amount")');
  expect(sqlOf('which tables have emails')).toBe('say: - `patients.email`');
  expect(sqlOf('welche Tabellen enthalten E-Mails')).toBe('say: - `patients.email`');
  expect(sqlOf('which tables do we have')).toBe('call: list_tables');
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

test('CHAT-3 numbers are read by the language, weekdays are counted, and a month since means the last one', () => {
  expect(sqlOf('wie viele visits mit amount über 1.500')).toContain('t."amount" > 1500');
  expect(sqlOf('how many visits with amount over 1,500')).toContain('t."amount" > 1500');
  const since = sqlOf('Anzahl visits je Wochentag seit März');
  expect(since).toContain('extract(isodow from');
  expect(since).toContain(`>= '2026-03-01T00:00:00Z'`);
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
