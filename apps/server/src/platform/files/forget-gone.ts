import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

type Needed = Pick<Services, 'db' | 'files' | 'logger'>;

/** Each process has a folder of its own, so each looks by itself. */
const LOOK_MS = 3_600_000;

/**
 * Copies of files go with their connector, whatever took it along: a project, or an account; and what
 * killed processes left goes, too.
 */
export function forgetGoneNowAndThen(needed: Needed): { stop(): void } {
  const look = () => {
    forgetGone(needed).catch((error: unknown) => {
      needed.logger.warn({ err: error }, 'copies of files not forgotten');
    });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();
  return { stop: () => clearInterval(timer) };
}

export async function forgetGone({ db, files: { cache } }: Omit<Needed, 'logger'>): Promise<void> {
  const kept = await cache.listConnectors();
  const known = await listRows<{ id: string }>(
    db,
    sql`select id from connectors where id = any(${kept}::uuid[])`,
  );
  const ids = new Set(known.map(({ id }) => id));
  for (const id of kept) if (!ids.has(id)) await cache.forget(id);
  await cache.sweep();
}
