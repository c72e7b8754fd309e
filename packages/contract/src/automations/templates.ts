import { z } from 'zod';
import { type Definition, definition } from './definition.ts';

/**
 * Where a workflow can begin from: data work that most teams have. Connectors, tables and people are
 * left open, and the editor marks them as missing; names and descriptions are texts of the web.
 */
export const templateKeys = [
  'nightly-export',
  'file-to-table',
  'freshness-alert',
  'weekly-report',
  'table-to-bucket',
  'clean-with-approval',
  'webhook-to-table',
  'new-row-mail',
  'api-to-table',
  'duplicate-check',
  'threshold-alert',
  'failure-digest',
] as const;
export const templateKey = z.enum(templateKeys);
export type TemplateKey = z.infer<typeof templateKey>;

type Sent = z.input<typeof definition>;
type Steps = Sent['nodes'];

const weekdaysAtSeven = {
  kind: 'schedule' as const,
  id: 'weekdays',
  cron: '0 7 * * 1-5',
  zone: 'Europe/Berlin',
};
const nightly = { ...weekdaysAtSeven, id: 'nightly', cron: '0 2 * * *' };
const webhook = { kind: 'webhook' as const, id: 'hook' };

/** Steps in a row; a step's place on the canvas is its place in the row. */
function row(
  trigger: Sent['triggers'][number],
  steps: Steps,
  more: Sent['edges'] = [],
): Definition {
  const ids = [trigger.id, ...steps.map(({ id }) => id)];
  const branching = new Set(more.map(({ to }) => to));
  const inRow = ids.slice(1).flatMap((to, at) => {
    return branching.has(to) ? [] : [{ from: ids[at] ?? '', port: 'out', to }];
  });
  return definition.parse({
    triggers: [{ ...trigger, position: { x: 0, y: 0 } }],
    nodes: steps.map((step, at) => ({ ...step, position: { x: 0, y: 140 * (at + 1) } })),
    edges: [...inRow, ...more],
  });
}

const query = (id: string, sql: string) => ({ kind: 'query' as const, id, sql });
const mail = (subject: string, text: string) => ({
  kind: 'mail' as const,
  id: 'mail',
  to: '',
  subject,
  text,
});
const anyRows = (of: string) => ({
  kind: 'if' as const,
  id: 'any',
  conditions: [{ left: `{{ steps.${of}.output.rowCount }}`, operator: 'more' as const, right: 0 }],
});

export const templates: Record<TemplateKey, Definition> = {
  'nightly-export': row(nightly, [
    query('rows', 'select * from my_table limit 10000'),
    { kind: 'format', id: 'csv', format: 'csv', value: '{{ steps.rows.output.rows }}' },
    {
      kind: 'object',
      id: 'write',
      action: 'write',
      path: 'exports/{{ run.startedAt }}.csv',
      body: '{{ steps.csv.output }}',
      contentType: 'text/csv',
    },
  ]),
  'file-to-table': row(
    { kind: 'objects', id: 'file', connectorId: null, prefix: 'incoming/', pattern: '*.csv' },
    [
      { kind: 'object', id: 'read', action: 'read', path: '{{ trigger.path }}' },
      { kind: 'parse', id: 'rows', format: 'csv', text: '{{ steps.read.output.text }}' },
      { kind: 'upsert', id: 'store', rows: '{{ steps.rows.output }}' },
    ],
  ),
  'freshness-alert': row(
    weekdaysAtSeven,
    [
      query('age', "select max(created_at) < now() - interval '1 day' as is_old from my_table"),
      {
        kind: 'if',
        id: 'old',
        conditions: [
          { left: '{{ steps.age.output.rows[0].is_old }}', operator: 'equals', right: true },
        ],
      },
      { kind: 'notify', id: 'tell', text: 'Nothing new has arrived for a day.' },
    ],
    [{ from: 'old', port: 'true', to: 'tell' }],
  ),
  'weekly-report': row({ ...weekdaysAtSeven, id: 'weekly', cron: '0 7 * * 1' }, [
    query('numbers', 'select count(*) as new_rows from my_table'),
    mail('Last week', 'New rows: {{ steps.numbers.output.rows[0].new_rows }}'),
  ]),
  'table-to-bucket': row(nightly, [
    {
      kind: 'operation',
      id: 'export',
      operation: 'exports.create',
      body: {
        connector: { id: '' },
        source: { kind: 'table', table: 'my_table' },
        file: { format: 'parquet' },
        destination: {
          kind: 'bucket',
          connectorId: '',
          key: 'exports/my_table.parquet',
          overwrite: true,
        },
      },
    },
  ]),
  'clean-with-approval': row(
    nightly,
    [
      query(
        'dead',
        "select count(*) as n from my_table where deleted_at < now() - interval '90 days'",
      ),
      {
        kind: 'approval',
        id: 'ask',
        message: 'Delete {{ steps.dead.output.rows[0].n }} rows for good?',
      },
      {
        kind: 'execute',
        id: 'clean',
        sql: "delete from my_table where deleted_at < now() - interval '90 days'",
      },
    ],
    [{ from: 'ask', port: 'approved', to: 'clean' }],
  ),
  'webhook-to-table': row(webhook, [
    { kind: 'upsert', id: 'store', rows: '{{ trigger.body }}' },
    { kind: 'respond', id: 'answer', body: { stored: true } },
  ]),
  'new-row-mail': row({ kind: 'rows', id: 'row', connectorId: null }, [
    mail('A new row', 'Number {{ trigger.row.id }} has arrived.'),
  ]),
  'api-to-table': row(nightly, [
    { kind: 'http', id: 'fetch', url: '' },
    { kind: 'upsert', id: 'store', rows: '{{ steps.fetch.output.body }}' },
  ]),
  'duplicate-check': row(
    weekdaysAtSeven,
    [
      query(
        'twice',
        'select email, count(*) as n from my_table group by email having count(*) > 1',
      ),
      anyRows('twice'),
      {
        kind: 'notify',
        id: 'tell',
        text: '{{ steps.twice.output.rowCount }} values are there more than once.',
      },
    ],
    [{ from: 'any', port: 'true', to: 'tell' }],
  ),
  'threshold-alert': row(
    { kind: 'interval', id: 'often', seconds: 900 },
    [
      query('value', 'select count(*) as n from my_table'),
      {
        kind: 'if',
        id: 'high',
        conditions: [
          { left: '{{ steps.value.output.rows[0].n }}', operator: 'more', right: 1_000 },
        ],
      },
      { kind: 'notify', id: 'tell', text: 'Now at {{ steps.value.output.rows[0].n }}.' },
    ],
    [{ from: 'high', port: 'true', to: 'tell' }],
  ),
  'failure-digest': row({ kind: 'workflow', id: 'failed', workflowId: null }, [
    mail('A workflow failed', '{{ trigger.error }} (step {{ trigger.step }})'),
  ]),
};
