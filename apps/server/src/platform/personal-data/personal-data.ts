import type { Db, Tx } from '#platform/db/database.ts';

export type Person = { id: string; email: string; name: string };

/**
 * What a feature keeps about people: how they get to see it, and what has to go with their account
 * beyond what the database lets go with its row by itself.
 */
export type PersonalData = {
  /** The files of it in what people export, each a list; secrets are in none. */
  files?: Record<string, (db: Db, person: Person) => Promise<unknown[]>>;
  erase?(tx: Tx, person: Person): Promise<void>;
};
