import type { z } from 'zod';
import { type Definition, definition } from './definition.ts';
import { type TemplateChoices, type TemplateKey } from './template-choices.ts';

type Sent = z.input<typeof definition>;
type Trigger = Sent['triggers'][number];
type Steps = Sent['nodes'];

/** A template about what was chosen: a workflow like any other from then on. */
export function drawTemplate(key: TemplateKey, choices: TemplateChoices): Definition {
  const { trigger, steps, more = [] } = templates[key](choices);
  const ids = [trigger.id, ...steps.map(({ id }) => id)];
  const branching = new Set(more.map(({ to }) => to));
  const inRow = ids.slice(1).flatMap((to, at) => {
    return branching.has(to) ? [] : [{ from: ids[at] ?? '', port: 'out', to }];
  });
  // A step's place on the canvas is its place in the row.
  return definition.parse({
    triggers: [{ ...trigger, position: { x: 0, y: 0 } }],
    nodes: steps.map((step, at) => ({ ...step, position: { x: 0, y: 140 * (at + 1) } })),
    edges: [...inRow, ...more],
  });
}

type Drawn = { trigger: Trigger; steps: Steps; more?: Sent['edges'] };

const atTwo = '0 2 * * *';
const weekdaysAtSeven = '0 7 * * 1-5';

const templates: Record<TemplateKey, (choices: TemplateChoices) => Drawn> = {
  'nightly-export': (choices) => ({
    trigger: schedule('nightly', atTwo, choices),
    steps: [
      query('rows', `select * from ${tableOf(choices)} limit 10000`, choices, 10_000),
      { kind: 'format', id: 'csv', format: 'csv', value: '{{ steps.rows.output.rows }}' },
      {
        kind: 'object',
        id: 'write',
        connectorId: choices.bucketId,
        action: 'write',
        path: `exports/${fileOf(choices)}-{{ run.startedAt }}.csv`,
        body: '{{ steps.csv.output }}',
        contentType: 'text/csv',
      },
    ],
  }),
  'file-to-table': (choices) => ({
    trigger: {
      kind: 'objects',
      id: 'file',
      connectorId: choices.bucketId,
      prefix: 'incoming/',
      pattern: '*.csv',
    },
    steps: [
      {
        kind: 'object',
        id: 'read',
        connectorId: choices.bucketId,
        action: 'read',
        path: '{{ trigger.path }}',
      },
      { kind: 'parse', id: 'rows', format: 'csv', text: '{{ steps.read.output.text }}' },
      upsert('{{ steps.rows.output }}', choices),
    ],
  }),
  'freshness-alert': (choices) => ({
    trigger: schedule('weekdays', weekdaysAtSeven, choices),
    steps: [
      query(
        'age',
        `select max(${columnOf(choices, 'created_at')}) < now() - interval '1 day' as is_old
from ${tableOf(choices)}`,
        choices,
      ),
      when('old', '{{ steps.age.output.rows[0].is_old }}', 'equals', true),
      notify(say(choices, 'stale')),
    ],
    more: [{ from: 'old', port: 'true', to: 'tell' }],
  }),
  'weekly-report': (choices) => ({
    trigger: schedule('weekly', '0 7 * * 1', choices),
    steps: [
      query('numbers', `select count(*) as row_count from ${tableOf(choices)}`, choices),
      mail(choices, say(choices, 'weekly'), '{{ steps.numbers.output.rows[0].row_count }}'),
    ],
  }),
  'table-to-bucket': (choices) => ({
    trigger: schedule('nightly', atTwo, choices),
    steps: [
      {
        kind: 'operation',
        id: 'export',
        operation: 'exports.create',
        body: {
          connector: { id: choices.databaseId ?? '' },
          source: { kind: 'table', schema: choices.schema, table: choices.table || 'my_table' },
          file: { format: 'parquet' },
          destination: {
            kind: 'bucket',
            connectorId: choices.bucketId ?? '',
            key: `exports/${fileOf(choices)}.parquet`,
            overwrite: true,
          },
        },
      },
    ],
  }),
  'clean-with-approval': (choices) => {
    const old = `${columnOf(choices, 'deleted_at')} < now() - interval '90 days'`;
    return {
      trigger: schedule('nightly', atTwo, choices),
      steps: [
        query('dead', `select count(*) as n from ${tableOf(choices)} where ${old}`, choices),
        when('any', '{{ steps.dead.output.rows[0].n }}', 'more', 0),
        { kind: 'approval', id: 'ask', message: say(choices, 'clean') },
        {
          kind: 'execute',
          id: 'clean',
          connectorId: choices.databaseId,
          sql: `delete from ${tableOf(choices)} where ${old}`,
        },
      ],
      more: [
        { from: 'any', port: 'true', to: 'ask' },
        { from: 'ask', port: 'approved', to: 'clean' },
      ],
    };
  },
  'webhook-to-table': (choices) => ({
    trigger: { kind: 'webhook', id: 'hook' },
    steps: [
      upsert('{{ trigger.body }}', choices),
      { kind: 'respond', id: 'answer', body: { stored: true } },
    ],
  }),
  'new-row-mail': (choices) => ({
    trigger: {
      kind: 'rows',
      id: 'row',
      connectorId: choices.databaseId,
      schema: choices.schema,
      table: choices.table,
    },
    steps: [mail(choices, say(choices, 'newRow'), '{{ trigger.row }}')],
  }),
  'api-to-table': (choices) => ({
    trigger: schedule('nightly', atTwo, choices),
    steps: [
      { kind: 'http', id: 'fetch', url: choices.url, retry: { times: 3, seconds: 30 } },
      upsert('{{ steps.fetch.output.body }}', choices),
    ],
  }),
  'duplicate-check': (choices) => {
    const column = columnOf(choices, 'email');
    return {
      trigger: schedule('weekdays', weekdaysAtSeven, choices),
      steps: [
        query(
          'twice',
          `select ${column} as value, count(*) as n from ${tableOf(choices)}
group by 1 having count(*) > 1 order by n desc`,
          choices,
        ),
        when('any', '{{ steps.twice.output.rowCount }}', 'more', 0),
        notify(say(choices, 'twice')),
      ],
      more: [{ from: 'any', port: 'true', to: 'tell' }],
    };
  },
  'threshold-alert': (choices) => ({
    trigger: { kind: 'interval', id: 'often', seconds: 900 },
    steps: [
      query('value', `select count(*) as n from ${tableOf(choices)}`, choices),
      when('high', '{{ steps.value.output.rows[0].n }}', 'more', 1_000),
      notify(say(choices, 'high')),
    ],
    more: [{ from: 'high', port: 'true', to: 'tell' }],
  }),
  'failure-digest': (choices) => ({
    trigger: { kind: 'workflow', id: 'failed', workflowId: choices.workflowId },
    steps: [mail(choices, say(choices, 'failed'), '{{ trigger.error }} ({{ trigger.step }})')],
  }),
};

function schedule(id: string, cron: string, { zone }: TemplateChoices): Trigger {
  return { kind: 'schedule', id, cron, zone };
}

function query(id: string, sql: string, { databaseId }: TemplateChoices, rowLimit = 1_000) {
  return { kind: 'query' as const, id, connectorId: databaseId, sql, rowLimit };
}

function upsert(rows: string, { databaseId, schema, table, keys }: TemplateChoices) {
  const where = { connectorId: databaseId, schema, table, keys };
  return { kind: 'upsert' as const, id: 'store', ...where, rows };
}

function when(id: string, left: string, operator: 'equals' | 'more', right: unknown) {
  return { kind: 'if' as const, id, conditions: [{ left, operator, right }] };
}

function mail({ to }: TemplateChoices, subject: string, text: string) {
  return { kind: 'mail' as const, id: 'mail', to, subject, text };
}

function notify(text: string) {
  return { kind: 'notify' as const, id: 'tell', text };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What was not chosen is said in words that fail where they are tried, not in the wrong place. */
function tableOf({ schema, table }: TemplateChoices): string {
  return table === '' ? 'my_table' : `${quoted(schema)}.${quoted(table)}`;
}

function columnOf({ column }: TemplateChoices, usual: string): string {
  return column === '' ? usual : quoted(column);
}

function fileOf({ table }: TemplateChoices): string {
  return table.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'my_table';
}

const texts = {
  en: {
    stale: 'Nothing new has arrived in {table} for a day.',
    weekly: 'Rows of {table}',
    clean: 'Delete {{ steps.dead.output.rows[0].n }} rows of {table} for good?',
    newRow: 'A new row in {table}',
    twice: '{{ steps.twice.output.rowCount }} values of {table} are there more than once.',
    high: '{table} has {{ steps.value.output.rows[0].n }} rows now.',
    failed: 'A workflow failed',
  },
  de: {
    stale: 'Seit einem Tag ist in {table} nichts Neues angekommen.',
    weekly: 'Zeilen von {table}',
    clean: '{{ steps.dead.output.rows[0].n }} Zeilen von {table} endgültig löschen?',
    newRow: 'Eine neue Zeile in {table}',
    twice: '{{ steps.twice.output.rowCount }} Werte in {table} gibt es mehrfach.',
    high: '{table} hat jetzt {{ steps.value.output.rows[0].n }} Zeilen.',
    failed: 'Ein Ablauf ist fehlgeschlagen',
  },
};

function say({ language, table }: TemplateChoices, key: keyof typeof texts.en): string {
  // A name with braces in it would be read as an expression.
  return texts[language][key].replace('{table}', () => table.replaceAll('{{', '{ {') || 'my_table');
}
