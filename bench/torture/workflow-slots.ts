import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';

const SECONDS = Number(process.env.SECONDS ?? 600);
export const name = `a one-second schedule on two instances for ${SECONDS} s, republished all the time`;

/** One run a slot: none left out, none twice. */
export async function run() {
  const stage = await openStage();
  const first = await stage.launch();
  await stage.launch();
  const token = await logIn(first);
  const send = async (method: string, path: string, body: object) => {
    const answer = await first.send(method, path, { token, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Record<string, string> & { draftVersion: number };
  };
  const { id: projectId } = await send('POST', '/api/projects/v1', { name: 'Torture' });
  const base = `/api/workflows/v1/${projectId}/workflows`;
  const definition = (text: string) => ({
    triggers: [{ kind: 'schedule', id: 'tick', cron: '* * * * * *' }],
    nodes: [{ kind: 'set', id: 'one', fields: [{ name: 'x', value: text }] }],
    edges: [{ from: 'tick', port: 'out', to: 'one' }],
  });
  const made = await send('POST', base, { name: 'Every second', definition: definition('0') });
  let { draftVersion } = made;
  await send('POST', `${base}/${made.id}/publish`, { draftVersion });
  const until = performance.now() + SECONDS * 1_000;
  let published = 1;
  while (performance.now() < until) {
    const draft = { draftVersion, definition: definition(String(published)) };
    ({ draftVersion } = await send('PUT', `${base}/${made.id}/draft`, draft));
    await send('POST', `${base}/${made.id}/publish`, { draftVersion });
    published += 1;
    await sleep(300 + Math.random() * 700);
  }
  await send('POST', `${base}/${made.id}/disable`, {});
  await sleep(3_000);
  const [slots] = await stage.query<{ keys: number; runs: number; expected: number }>(`
    select (select count(*)::int from causeway.workflow_run_keys where key like 's:%'
        and workflow_id = '${made.id}') as keys,
      (select count(*)::int from causeway.workflow_history where trigger_kind = 'schedule'
        and workflow_id = '${made.id}') as runs,
      (select extract(epoch from max(slot) - min(slot))::int + 1 from (
        select substr(key, 8)::timestamptz as slot from causeway.workflow_run_keys
        where key like 's:tick:%' and workflow_id = '${made.id}') slots) as expected`);
  await stage.close();
  const { keys = 0, runs = 0, expected = -1 } = slots ?? {};
  return {
    figure: `${expected} slots, ${runs} runs, ${published} versions`,
    passed: keys === expected && runs === expected && expected >= SECONDS - 3,
  };
}
