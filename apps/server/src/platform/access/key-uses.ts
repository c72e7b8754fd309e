import type { Logger } from 'pino';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { recordTurnedAway, type TurnedAway } from '#platform/audit/turned-away.ts';
import type { FoundKey } from './find-actor.ts';

/**
 * When and from where keys were used, and how often a day. Noted in memory and written every few
 * seconds: no call waits for it, and a process that is lost loses the last few seconds of a chart.
 */
export type KeyUses = {
  note(key: FoundKey, call: { address: string; isRefused: boolean }): void;
  /** It is real and was not let in: its owners read of it in the log, once a day and reason. */
  noteTurnedAway(key: FoundKey, turned: Pick<TurnedAway, 'address' | 'reason'>): void;
  /** Writes down what was noted; done by itself every few seconds. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type LastUse = { at: Date; address: string };
type Day = { keyId: string; day: string; calls: number; refused: number };

const FLUSH_MS = 10_000;

export function createKeyUses(db: Database, logger: Logger): KeyUses {
  let uses = new Map<string, LastUse>();
  let days = new Map<string, Day>();
  let turnedAway = new Map<string, TurnedAway>();
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  function note(key: FoundKey, { address, isRefused }: { address: string; isRefused: boolean }) {
    const at = new Date();
    if (key.secretId !== null) uses.set(key.secretId, { at, address });
    const day = at.toISOString().slice(0, 10);
    const counted = days.get(`${key.id} ${day}`) ?? { keyId: key.id, day, calls: 0, refused: 0 };
    counted.calls += 1;
    counted.refused += isRefused ? 1 : 0;
    days.set(`${key.id} ${day}`, counted);
  }

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      const [noted, counted, refused] = [uses, days, turnedAway];
      uses = new Map();
      days = new Map();
      turnedAway = new Map();
      try {
        if (noted.size > 0) await writeUses(db, noted);
        if (counted.size > 0) await writeDays(db, [...counted.values()]);
        if (refused.size > 0) await recordTurnedAway(db, [...refused.values()]);
      } catch (error) {
        // A chart is not worth keeping memory for while the database is away.
        logger.warn({ err: error }, 'uses of keys not written');
      }
    });
    return writing;
  }

  return {
    note,
    noteTurnedAway: ({ id: keyId }, turned) => {
      turnedAway.set(`${keyId} ${turned.reason}`, { keyId, ...turned });
    },
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

async function writeUses(db: Database, uses: Map<string, LastUse>): Promise<void> {
  const last = [...uses.values()];
  await changeRows(
    db,
    sql`update api_key_secrets secret set last_used_at = used.at, last_address = used.address
        from unnest(${[...uses.keys()]}::uuid[], ${last.map(({ at }) => at)}::timestamptz[],
          ${last.map(({ address }) => address)}::text[]) as used (id, at, address)
        where secret.id = used.id and coalesce(secret.last_used_at < used.at, true)`,
  );
}

/** A key may have been erased with its project meanwhile. */
async function writeDays(db: Database, days: Day[]): Promise<void> {
  await changeRows(
    db,
    sql`insert into api_key_days as counted (key_id, day, calls, refused)
        select noted.key_id, noted.day, noted.calls, noted.refused
        from unnest(${days.map(({ keyId }) => keyId)}::uuid[],
          ${days.map(({ day }) => day)}::date[], ${days.map(({ calls }) => calls)}::bigint[],
          ${days.map(({ refused }) => refused)}::bigint[])
          as noted (key_id, day, calls, refused)
        join api_keys key on key.id = noted.key_id
        on conflict (key_id, day) do update
          set calls = counted.calls + excluded.calls,
            refused = counted.refused + excluded.refused`,
  );
}
