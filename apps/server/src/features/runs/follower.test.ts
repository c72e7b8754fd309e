import { afterAll, expect, test } from 'vitest';
import type { HappeningOf } from '@causeway/contract/happenings.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { happened } from '#platform/outbox/happened.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const person = await createUser(server.services.db);
const projectId = (await createProject(server.services.db, { owner: person })).id;
afterAll(() => server.stop());

type Ended = HappeningOf<'run.ended'>['data'];

function end(title: string, how: Partial<Ended>): Promise<void> {
  const runId = crypto.randomUUID();
  const about = { runId, kind: 'import', subjectId: runId, connectorId: crypto.randomUUID() };
  const data: Ended = {
    ...about,
    userId: person.id,
    title,
    outcome: 'done',
    errorCode: null,
    seconds: 60,
    wasAttended: false,
    ...how,
  };
  return server.services.db.transaction((tx) =>
    happened(tx, `run ${runId}`, { type: 'run.ended', projectId, data }),
  );
}

test('TEAM-8 long work that ended and work that failed is told to who started it; the rest is not', async () => {
  await end('short.csv', { seconds: 3 });
  await end('cancelled.csv', { outcome: 'cancelled' });
  await end('downloaded.csv', { wasAttended: true });
  await end('of nobody', { userId: null });
  await end('quite other', { kind: 'not known' });
  await end('failed.csv', { outcome: 'failed', seconds: 2, errorCode: 'E_IMPORT_ROW' });
  await end('long.csv', {});
  const titles = await eventually(async () => {
    const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
    expect(items[0]?.params['title']).toBe('long.csv');
    return items.map(({ kind, params, link }) => [kind, params['title'], link?.split('?')[0]]);
  });
  expect(titles).toEqual([
    ['run.ended', 'long.csv', '/explore/import'],
    ['run.failed', 'failed.csv', '/explore/import'],
  ]);
});
