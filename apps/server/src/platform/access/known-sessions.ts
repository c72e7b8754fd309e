import type { Database } from '#platform/db/database.ts';
import { QuickStatement } from '#platform/db/quick-statement.ts';

/** What was read at a time of the database's clock, and for how many seconds that can be relied on. */
type Known<Value> = { value: Value; readAt: number; holdsFor: number };

/**
 * What the database said before, given again only while it says that no transaction has changed
 * anything of it since. That is asked for every time, so a change counts from the next call on, on
 * every instance; it is a question about one table that is nearly empty instead of one about six.
 */
export class KnownSessions<Value> {
  readonly #db: Database;
  readonly #known = new Map<string, Known<Value>>();
  /** Which transactions had ended when it was asked last: `xmin:xmax:those still running`. */
  #snapshot: string | undefined;
  #now = 0;
  #cleared = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those of the keys that still hold. */
  async find(keys: string[]): Promise<Map<string, Value>> {
    const isAnyKnown = keys.some((key) => this.#known.has(key));
    if (isAnyKnown || this.#snapshot === undefined) await this.#check();
    const found = new Map<string, Value>();
    for (const key of keys) {
      const known = this.#known.get(key);
      if (!known) continue;
      if (this.#now - known.readAt < known.holdsFor) found.set(key, known.value);
      else this.#known.delete(key);
    }
    return found;
  }

  /**
   * Reads what is not known and keeps it, unless something changed while it was read: that may have
   * been seen by the question and not by the reading.
   */
  async read(
    readAll: () => Promise<(Known<Value> & { key: string })[]>,
  ): Promise<Map<string, Value>> {
    const cleared = this.#cleared;
    const read = await readAll();
    if (cleared === this.#cleared) {
      if (this.#known.size + read.length > MOST_KNOWN) this.#known.clear();
      for (const { key, ...known } of read) this.#known.set(key, known);
    }
    return new Map(read.map(({ key, value }) => [key, value]));
  }

  async #check(): Promise<void> {
    const [cells] = await whatChanged.ask(this.#db, [this.#snapshot ?? null]);
    const [snapshot, now, hasChanged] = cells ?? [];
    if (hasChanged !== 'f') {
      this.#known.clear();
      this.#cleared += 1;
    }
    this.#snapshot = snapshot ?? undefined;
    this.#now = Number(now);
  }
}

const MOST_KNOWN = 10_000;

/**
 * Which of the noted transactions ended after the given snapshot; null without one. A database that
 * was set back to an earlier state has a snapshot before ours.
 */
const whatChanged = new QuickStatement(`select pg_current_snapshot(), extract(epoch from now()),
  pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot)
    or exists (select from access_changes where xid >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(xid, $1::pg_snapshot))`);
