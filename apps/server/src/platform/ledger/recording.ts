import { Failure } from '@causeway/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Message } from '#platform/events/notify.ts';
import type { Along } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';
import {
  abandonChangeSet,
  closeAndTell,
  closeChangeSet,
  closeLightly,
  closing,
  type NewChangeSet,
  openChangeSet,
  type OpenChangeSet,
} from './ledger.ts';
import { type FirstChange, openWithChange } from './record-changes.ts';

/**
 * Opens the set of a write, inside the user's transaction and before its commit; once. A set of a
 * single change is recorded with it.
 */
export type OpenSet = (
  set: NewChangeSet,
  how?: { db?: Db; only?: FirstChange },
) => Promise<OpenChangeSet>;

export type Ending = {
  /** In the transaction that closes the set. */
  whenDone?(tx: Tx, set: OpenChangeSet): Promise<void>;
  /**
   * Takes the closing over: whoever answers waits for it, and does something meanwhile. Then it does
   * not wait for our disk either.
   */
  beside?(closing: Promise<void>): void;
  /** The same for a set that closes with one statement: it is written with what they write. */
  along?: ((closing: Along) => void) | undefined;
};

/**
 * Keeps a change set true to the write it tells of: done when the write came to its end, gone when
 * it failed. Where nobody knows, it stays pending until somebody can tell.
 */
export async function recording<Result>(
  services: Pick<Services, 'db' | 'logger' | 'events'>,
  write: (open: OpenSet) => Promise<Result>,
  ending: Ending = {},
): Promise<{ result: Result; changeSetId: string | null }> {
  const { db, logger } = services;
  let opened: { set: OpenChangeSet; of: NewChangeSet } | undefined;
  const open: OpenSet = async (of, how = {}) => {
    const on = how.db ?? db;
    const set = await (how.only ? openWithChange(on, of, how.only) : openChangeSet(on, of));
    opened = { set, of };
    return set;
  };
  try {
    const result = await write(open);
    const { set, of } = opened ?? {};
    const finishing = set && of && finish(services, { set, of, ending });
    if (finishing && ending.beside) ending.beside(finishing);
    else await finishing;
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
  done: { set: OpenChangeSet; of: NewChangeSet; ending: Ending },
): Promise<void> {
  const { set, of, ending } = done;
  const { whenDone, beside, along } = ending;
  const messages = changedTables(set, of);
  if (!whenDone && along) return along({ write: closing(set), messages });
  if (!whenDone) return closeAndTell(db, set, messages);
  return db.transaction(async (tx) => {
    await (beside ? closeLightly : closeChangeSet)(tx, set);
    for (const { audience, event } of messages) await events.publish(tx, audience, event);
    await whenDone(tx, set);
  });
}

type EventMessage = Extract<Message, { event: unknown }>;

function changedTables(
  { tables }: OpenChangeSet,
  { projectId, connectorId }: NewChangeSet,
): EventMessage[] {
  return tables.map(({ schema, table }) => ({
    audience: { projectId },
    event: { type: 'rows.changed', projectId, connectorId, schema, table },
  }));
}
