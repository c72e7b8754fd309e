import { type Definition, definition } from '@causeway/contract/automations/definition.ts';
import { insertWorkflow, publishDraft, readWorkflow } from '#features/automations/workflows.ts';
import { queueFirst } from '#features/automations/running/queue-status.ts';
import { planSchedules } from '#features/automations/running/schedules.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Connectors = { databaseId: string; bucketId: string };

/** Workflows over the sample shop, published: their history is what they really did. */
export async function seedWorkflows(
  tx: Tx,
  projectId: string,
  connectors: Connectors,
): Promise<void> {
  const owner = await readRow<ProjectActor['user']>(
    tx,
    sql`select account.id, account.name, account.email, true as verified, false as staff
        from project_members member join users account on account.id = member.user_id
        where member.project_id = ${projectId} and member.role = 'owner'`,
  );
  const actor = { user: owner, project: { id: projectId } } as ProjectActor;
  for (const { name, description, ...drawn } of samples(connectors)) {
    const id = await insertWorkflow(tx, actor, {
      name,
      description,
      definition: definition.parse(drawn.definition),
    });
    const stored = await readWorkflow(tx, actor, id);
    const { draftVersion } = stored;
    await publishDraft(tx, stored, { user: owner, draftVersion, note: 'Sample' });
    await planSchedules(tx, stored, stored.definition);
    for (const trigger of drawn.runs) {
      await queueFirst(tx, stored, { trigger, afterSeconds: drawn.firstAfterSeconds });
    }
  }
}

type Sample = {
  name: string;
  description: string;
  definition: Definition;
  /** What it is started with as soon as the product runs. */
  runs: unknown[];
  /** The shop's tables are filled while the product starts. */
  firstAfterSeconds: number;
};

const calls = [250, 18.4, 99.99, 1_204, 7, 420, 63, 145.5, 12, 310, 88, 2_050].map((total, at) => ({
  method: 'POST',
  query: {},
  headers: { 'content-type': 'application/json' },
  body: { id: at + 1, total },
}));

function samples({ databaseId, bucketId }: Connectors): Sample[] {
  return [
    {
      name: 'Orders of the last hour',
      description:
        'Every quarter of an hour: counts new orders and tells when one is unusually large.',
      definition: draw(
        { kind: 'interval', id: 'often', seconds: 900 },
        [
          {
            kind: 'query',
            id: 'latest',
            connectorId: databaseId,
            sql: `with latest as (select max(placed_at) as at from orders where placed_at <= now())
select count(*) as orders, max(total) as largest from orders, latest
where placed_at > at - interval '1 hour' and placed_at <= at and total < 1000000`,
          },
          {
            kind: 'if',
            id: 'large',
            conditions: [
              { left: '{{ steps.latest.output.rows[0].largest }}', operator: 'more', right: 5_000 },
            ],
          },
          {
            kind: 'notify',
            id: 'tell',
            text: 'An order of {{ steps.latest.output.rows[0].largest }} came in.',
          },
        ],
        [{ from: 'large', port: 'true', to: 'tell' }],
      ),
      runs: [{}],
      firstAfterSeconds: 120,
    },
    {
      name: 'Daily figures to the bucket',
      description: 'Each night the figures of the last days become a CSV file in the Media bucket.',
      definition: draw(
        { kind: 'schedule', id: 'nightly', cron: '0 2 * * *', zone: 'Europe/Berlin' },
        [
          {
            kind: 'query',
            id: 'days',
            connectorId: databaseId,
            sql: `select placed_at::date as day, count(*) as orders, sum(total) as revenue
from orders where placed_at <= now() and total < 1000000
group by 1 order by 1 desc limit 14`,
          },
          { kind: 'format', id: 'csv', format: 'csv', value: '{{ steps.days.output.rows }}' },
          {
            kind: 'object',
            id: 'write',
            connectorId: bucketId,
            action: 'write',
            path: 'figures/{{ run.startedAt }}.csv',
            body: '{{ steps.csv.output }}',
            contentType: 'text/csv',
          },
        ],
      ),
      runs: [{}],
      firstAfterSeconds: 120,
    },
    {
      name: 'Is this order large?',
      description: 'A webhook to try: send {"id": 7, "total": 250} and read the answer.',
      definition: draw({ kind: 'webhook', id: 'hook' }, [
        {
          kind: 'set',
          id: 'order',
          fields: [
            { name: 'id', value: '{{ trigger.body.id }}' },
            { name: 'isLarge', value: '{{ Number(trigger.body?.total) > 100 }}' },
          ],
        },
        { kind: 'respond', id: 'answer', body: '{{ steps.order.output }}' },
      ]),
      runs: calls,
      firstAfterSeconds: 1,
    },
  ];
}

type Sent = { triggers: unknown[]; nodes: unknown[]; edges: unknown[] };

/** Steps below each other, each behind the one before unless it hangs elsewhere. */
function draw(
  trigger: { id: string } & Record<string, unknown>,
  nodes: ({ id: string } & Record<string, unknown>)[],
  more: { from: string; port: string; to: string }[] = [],
): Definition {
  const ids = [trigger.id, ...nodes.map(({ id }) => id)];
  const elsewhere = new Set(more.map(({ to }) => to));
  const edges = ids.slice(1).flatMap((to, at) => {
    return elsewhere.has(to) ? [] : [{ from: ids[at] ?? '', port: 'out', to }];
  });
  const sent: Sent = {
    triggers: [trigger],
    nodes: nodes.map((node, at) => ({ ...node, position: { x: 0, y: 140 * (at + 1) } })),
    edges: [...edges, ...more],
  };
  return definition.parse(sent);
}
