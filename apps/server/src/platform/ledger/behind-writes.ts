import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** What a row knows of the transaction it is from: its number without the rounds it has gone. */
const ROUND = 0xff_ff_ff_ffn;
/** After so long a number may have come round to another transaction. */
const KNOWN_DAYS = 7;

/**
 * The API keys behind transactions in a database, by the numbers asked for: whole ones, or those that
 * rows know. Written down before a commit, so whoever sees a row finds its key.
 */
export async function listKeysBehind(
  db: Db,
  connectorId: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const short = numbers.map((number) => String(BigInt(number) & ROUND));
  const rows = await listRows<{ number: string; keyId: string }>(
    db,
    sql`select asked.number, behind.key_id as "keyId"
        from unnest(${numbers}::text[], ${short}::bigint[]) as asked (number, short)
        join change_sets behind on behind.connector_id = ${connectorId}
          and behind.key_id is not null and behind.transaction_id & 4294967295 = asked.short
        where behind.transaction_id = asked.number::bigint or (asked.number::bigint = asked.short
          and behind.at > now() - make_interval(days => ${KNOWN_DAYS}::int))`,
  );
  return new Map(rows.map(({ number, keyId }) => [number, keyId]));
}
