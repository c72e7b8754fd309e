import { makeWorkspace } from '../automations.ts';
import { measureLoad } from '../load/raw-client.ts';
import { whileOurs } from '../own-machine.ts';
import type { Row } from '../run.ts';
import type { Stage } from '../stage.ts';
import { startN8n } from './n8n.ts';
import { startNodeRed } from './node-red.ts';
import { type HookPeer, SECONDS, WARM_UP_SECONDS } from './peer.ts';

type Speed = { alone: number; together: number };

/** A webhook with three light steps and an answer: with us each run is kept for good before it ends. */
export async function compareHooks(
  stage: Stage,
  makeFolder: (name: string) => Promise<string>,
): Promise<Row[]> {
  const server = await stage.launch();
  const { hook } = await makeWorkspace(server);
  const stop = async () => void (await server.stop());
  const ours = await measure({ name: 'us', url: server.url, path: hook, stop });
  const rows: Row[] = [];
  for (const start of [startNodeRed, startN8n]) {
    const peer = await start(await makeFolder(start.name), stage);
    const theirs = await measure(peer);
    const name = 'webhook with three steps';
    rows.push(
      beside(`${name}, p50, ms, against ${peer.name}`, ours.alone, theirs.alone),
      beside(
        `${name} at 16 connections, ms each, against ${peer.name}`,
        ours.together,
        theirs.together,
      ),
    );
  }
  return rows;
}

async function measure({ url, path, stop }: HookPeer): Promise<Speed> {
  try {
    await measureLoad(url, path, { connections: 16, seconds: WARM_UP_SECONDS });
    const alone = await whileOurs(() =>
      measureLoad(url, path, { connections: 1, seconds: SECONDS }),
    );
    const together = await whileOurs(() =>
      measureLoad(url, path, { connections: 16, seconds: SECONDS }),
    );
    return { alone: alone.p50, together: 1_000 / together.perSecond };
  } finally {
    await stop();
  }
}

function beside(name: string, ours: number, raw: number): Row {
  return { name, ours, raw, ratio: ours / raw, limit: 1 };
}
