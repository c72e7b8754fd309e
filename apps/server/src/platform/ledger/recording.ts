import { Failure } from '@causeway/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import {
  abandonChangeSet,
  closeChangeSet,
  type NewChangeSet,
  openChangeSet,
  type OpenChangeSet,
} from './ledger.ts';

/** Opens the set of a write, inside the user's transaction and before its commit; once. */
export type OpenSet = (set: NewChangeSet, db?: Db) => Promise<OpenChangeSet>;

/**
 * Keeps a change set true to the write it tells of: done when the write came to its end, gone when
 * it failed. Where nobody knows, it stays pending until somebody can tell.
 */
export async function recording<Result>(
  services: Pick<Services, 'db' | 'logger' | 'events'>,
  write: (open: OpenSet) => Promise<Result>,
  whenDone?: (tx: Tx, set: OpenChangeSet) => Promise<void>,
): Promise<{ result: Result; changeSetId: string | null }> {
  const { db, logger } = services;
  let opened: { set: OpenChangeSet; of: NewChangeSet } | undefined;
  const open: OpenSet = async (of, on = db) => {
    const set = await openChangeSet(on, of);
    opened = { set, of };
    return set;
  };
  try {
    const result = await write(open);
    const { set, of } = opened ?? {};
    if (set && of) await finish(services, { set, of, whenDone });
    return { result, changeSetId: set?.id ?? null };
  } catch (error) {
    const isKnown = error instanceof Failure && error.code !== 'E_OUTCOME_UNKNOWN';
    if (opened && isKnown) {
      await abandonChangeSet(db, opened.set).catch((reason: unknown) => {
        logger.warn({ err: reason }, 'a change set stays pending until it is settled');
      });
    }
    throw error;
  }
}

async function finish(
  { db, events }: Pick<Services, 'db' | 'events'>,
  done: {
    set: OpenChangeSet;
    of: NewChangeSet;
    whenDone: ((tx: Tx, set: OpenChangeSet) => Promise<void>) | undefined;
  },
): Promise<void> {
  const { set, of, whenDone } = done;
  await db.transaction(async (tx) => {
    for (const { schema, table } of await closeChangeSet(tx, set)) {
      const { projectId, connectorId } = of;
      await events.publish(
        tx,
        { projectId },
        { type: 'rows.changed', projectId, connectorId, schema, table },
      );
    }
    await whenDone?.(tx, set);
  });
}
