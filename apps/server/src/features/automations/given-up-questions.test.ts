import { afterAll, expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

test.each(['continue', 'route'] as const)(
  'AUTO-3 a round that fails while it asks takes its question back, though its run goes on: %s',
  async (onError) => {
    const title = `Shall this round go on? (${onError})`;
    const workflow = await flows.published(
      definition.parse({
        triggers: [manual],
        nodes: [
          { kind: 'forEach', id: 'each', items: [1], onError },
          { kind: 'approval', id: 'ask', message: title },
          { kind: 'wait', id: 'pause', seconds: 2 },
          { kind: 'parse', id: 'bad', text: '{' },
          { kind: 'wait', id: 'after', seconds: 3_600 },
        ],
        edges: [
          { from: 'start', port: 'out', to: 'each' },
          { from: 'each', port: 'each', to: 'ask' },
          { from: 'each', port: 'each', to: 'pause' },
          { from: 'pause', port: 'out', to: 'bad' },
          { from: 'each', port: onError === 'route' ? 'error' : 'done', to: 'after' },
        ],
      }),
    );
    const runId = await flows.start(workflow);
    await flows.until(runId, ({ awaits }) => awaits.some(({ step }) => step === 'ask#0'));
    expect(await findAsked(title)).toMatchObject({ readAt: null, approval: { outcome: null } });
    const run = await flows.until(runId, ({ awaits }) => {
      return awaits.some(({ step }) => step === 'after');
    });
    expect(run.steps.find(({ key }) => key === 'ask#0')).toMatchObject({ status: 'failed' });
    await eventually(async () => {
      expect(await findAsked(title)).toMatchObject({ approval: { outcome: 'withdrawn' } });
    });
  },
);

async function findAsked(title: string): Promise<unknown> {
  const inbox = await space.server.send('GET', '/api/inbox/v1', { token: space.owner.token });
  const { items } = inbox.json as { items: { params: { title?: string } }[] };
  return items.find(({ params }) => params.title === title);
}
