import type { Actor, Nobody } from '#platform/access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** What other features do in the transaction that changes what an account is. */
export type AccountHooks = {
  /** Whether somebody waits for the owner of this address. */
  isInvited(db: Db, email: string): Promise<boolean>;
  verified(tx: Tx, userId: string, actor: Actor | Nobody): Promise<void>;
  /** Before it goes: what its projects put elsewhere. May take a while, and be done again. */
  goes(tx: Tx, userId: string): Promise<void>;
  /** What belongs to nobody but this account goes with it. */
  gone(tx: Tx, userId: string): Promise<void>;
  /**
   * All that could open it was taken away, or all that did so since: so is what acts for it without
   * signing in.
   */
  recovered(tx: Tx, userId: string, since?: Date): Promise<void>;
};
