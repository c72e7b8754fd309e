import { once } from 'node:events';
import type { Env } from '../env.ts';
import { createLogger } from '#platform/logs/logger.ts';
import { openInnerDoor, portOfDoor, type Siblings } from '#platform/http/siblings.ts';
import type { Product } from '../product.ts';
import { startInstance } from '../start.ts';
import type { Begin, FromKeeper, ToKeeper } from './messages.ts';

/** One of several processes that answer on one port; everything in the background is the keeper's. */
export async function startAnswering(env: Env): Promise<Product> {
  try {
    return await start(env, await hearBegin());
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    tell({ type: 'failed', message, code });
    throw error;
  }
}

async function start(env: Env, { databaseUrl, samples, slot, count, secret }: Begin) {
  const doors = new Map<number, number>();
  process.on('message', (message: FromKeeper) => {
    if (message.type !== 'doors') return;
    doors.clear();
    for (const [of, port] of message.ports) doors.set(of, port);
  });
  const siblings: Siblings = { slot, count, secret, portOf: (of) => doors.get(of) };
  const running = await startInstance({
    env: { ...env, ROLE: 'web' },
    databaseUrl,
    logger: createLogger(env.logLevel),
    samples,
    siblings,
  });
  const door = await openInnerDoor(running.app, siblings);
  tell({ type: 'listening', port: running.port, door: portOfDoor(door) });
  return {
    port: running.port,
    stop: async () => {
      await running.app.departure.leave();
      door.close();
      await running.stop();
    },
  };
}

async function hearBegin(): Promise<Begin> {
  const [message] = (await once(process, 'message')) as [FromKeeper];
  if (message.type !== 'begin') throw new Error('The keeper said something else first.');
  return message;
}

function tell(message: ToKeeper): void {
  process.send?.(message);
}
