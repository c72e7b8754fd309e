import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openStage, type Stage } from '../stage.ts';

const CYCLES = Number(process.env.CYCLES ?? 200);
export const name = `workers of workflows killed at random, ${CYCLES} times`;
const TAKEOVER_MS = 30_000;

/**
 * Two instances, a webhook whose runs call elsewhere twice. One of the two is killed again and again;
 * what was acknowledged has to end, each step that was finished happened once, and a step in doubt
 * comes again under the same key.
 */
export async function run() {
  const calls = new Map<string, number>();
  const elsewhere = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    calls.set(key, (calls.get(key) ?? 0) + 1);
    setTimeout(() => response.end('{}'), 5);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  const stage = await openStage();
  const settings = { EGRESS_ALLOW_HTTP: `127.0.0.1:${port}` };
  const steady = await stage.launch(settings);
  let victim = await stage.launch(settings);
  const hook = await publish(steady, `http://127.0.0.1:${port}/`);
  const acknowledged: string[] = [];
  let slowest = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const before = acknowledged.length;
    const callers = Array.from({ length: 4 }, () => callUntilGone(victim, hook, acknowledged));
    // A process that has just started takes its time for the first call; killed before, it shows nothing.
    while (acknowledged.length === before) await sleep(10);
    await sleep(Math.random() * 500);
    victim.kill('SIGKILL');
    const killedAt = performance.now();
    await Promise.all([...callers, victim.ended]);
    victim = await stage.launch(settings);
    slowest = Math.max(
      slowest,
      (await untilTaken(stage)) ? performance.now() - killedAt : Infinity,
    );
  }
  const open = await untilEnded(stage);
  const kept = await stage.query<{ id: string; repeated: number }>(`
    select id, (select count(*) - count(distinct entry->>'key') from causeway.workflow_journal journal,
        json_array_elements(journal.entries) entry
      where journal.run_id = run.id and entry->>'type' = 'finished')::int as repeated
    from causeway.workflow_history run`);
  await stage.close();
  elsewhere.close();
  const ids = new Set(kept.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !ids.has(id)).length;
  const repeated = kept.filter((run) => run.repeated > 0).length;
  const again = [...calls.values()].filter((count) => count > 1).length;
  const seconds = Math.round(slowest / 100) / 10;
  return {
    figure: `${lost} of ${acknowledged.length} acknowledged lost, ${repeated} finished steps repeated, ${again} in doubt called again under their key, ${open} stuck, taken over within ${seconds} s`,
    // Where nothing was acknowledged, nothing was shown.
    passed:
      acknowledged.length > CYCLES &&
      lost === 0 &&
      repeated === 0 &&
      open === 0 &&
      slowest < TAKEOVER_MS,
  };
}

async function publish(server: ServerProcess, url: string): Promise<string> {
  const token = await logIn(server);
  const send = async (path: string, body: object) => {
    const answer = await server.send('POST', path, { token, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Record<string, string> & { draftVersion: number };
  };
  const { id: projectId } = await send('/api/projects/v1', { name: 'Torture' });
  const base = `/api/workflows/v1/${projectId}/workflows`;
  const call = { kind: 'http', method: 'POST', url, body: {}, inDoubt: 'retry' };
  const definition = {
    triggers: [{ kind: 'webhook', id: 'hook', answer: 'accepted' }],
    nodes: [
      { ...call, id: 'one' },
      { ...call, id: 'two' },
    ],
    edges: [
      { from: 'hook', port: 'out', to: 'one' },
      { from: 'one', port: 'out', to: 'two' },
    ],
  };
  const { id, draftVersion } = await send(base, { name: 'Calls twice', definition });
  const { hookUrl = '' } = await send(`${base}/${id}/publish`, { draftVersion });
  return new URL(hookUrl).pathname;
}

async function callUntilGone(server: ServerProcess, hook: string, acknowledged: string[]) {
  for (;;) {
    try {
      const { status, json } = await server.send('POST', hook, { body: {} });
      if (status === 202) acknowledged.push((json as { runId: string }).runId);
    } catch {
      return;
    }
  }
}

/** No run belongs to a process that is lost any more. */
async function untilTaken(stage: Stage): Promise<boolean> {
  const until = performance.now() + TAKEOVER_MS;
  while (performance.now() < until) {
    const [left] = await stage.query<{ count: number }>(`select count(*)::int as count
      from causeway.workflow_runs run left join causeway.engine_processes holder
        on holder.id = run.process
      where run.process is not null and (holder.lost_at is not null
        or holder.seen_at < now() - interval '2 seconds')`);
    if (left?.count === 0) return true;
    await sleep(100);
  }
  return false;
}

async function untilEnded(stage: Stage): Promise<number> {
  const until = performance.now() + 60_000;
  for (;;) {
    const [left] = await stage.query<{ count: number }>(
      'select count(*)::int as count from causeway.workflow_runs',
    );
    if (left?.count === 0 || performance.now() > until) return left?.count ?? -1;
    await sleep(200);
  }
}
