import type { Db, Tx } from '#platform/db/database.ts';
import type { Sql } from '#platform/db/sql.ts';

export type Person = { id: string; email: string; name: string };

/**
 * What a feature keeps about people: how they get to see it, and what has to go with their account
 * beyond what the database lets go with its row by itself.
 */
export type PersonalData = {
  /** The files of it in what people export, each a list; secrets are in none. */
  files?: Record<string, (db: Db, person: Person) => Promise<unknown[]>>;
  erase?(tx: Tx, person: Person): Promise<void>;
  /**
   * Erases what only they could see in projects they left a while ago, `departed` being whom and which
   * (`project_id`, `user_id`); says how much it was.
   */
  eraseLeft?(db: Db, departed: Sql): Promise<number>;
};
