import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';

type Settings = Record<string, string | number>;

/** Begins a transaction with settings of its own; `kind` is what stands behind BEGIN. */
export async function beginWith(
  client: pg.Client,
  kind: '' | 'read only' | typeof ONE_SNAPSHOT,
  settings: Settings,
): Promise<void> {
  await client.query(`begin ${kind}`);
  const entries = Object.entries(settings);
  const list = entries.map((_, index) => {
    return `pg_catalog.set_config($${2 * index + 1}, $${2 * index + 2}, true)`;
  });
  await client.query(
    `select ${list.join(', ')}`,
    entries.flatMap(([name, value]) => [name, String(value)]),
  );
}

const ONE_SNAPSHOT = 'isolation level repeatable read read only';
const MOST_BEGINNINGS = 10;

/**
 * Begins to read everything as of one moment. `name` names the tables, without reading a row of them,
 * and waits until it may. Who fills a table anew, or writes it in another form, makes it look empty to
 * a moment that came before: where that was waited for, the moment is another one.
 */
export async function beginSnapshot<Named>(
  client: pg.Client,
  settings: Settings,
  name: () => Promise<Named>,
): Promise<Named> {
  for (let begun = 0; begun < MOST_BEGINNINGS; begun += 1) {
    await beginWith(client, ONE_SNAPSHOT, settings);
    const named = await name();
    if (!(await hasRewrittenTable(client))) return named;
    await client.query('rollback');
  }
  throw new Failure('E_CONNECTOR_BUSY');
}

/** What a table is kept in is told as of now; its row of the catalog is as of the snapshot. */
async function hasRewrittenTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_catalog.pg_locks held
     left join pg_catalog.pg_class seen on seen.oid = held.relation
     where held.pid = pg_catalog.pg_backend_pid() and held.locktype = 'relation'
       and held.database = (select oid from pg_catalog.pg_database
         where datname = pg_catalog.current_database())
       and (seen.oid is null or (seen.relkind in ('r', 'm') and seen.relfilenode <> 0
         and seen.relfilenode is distinct from pg_catalog.pg_relation_filenode(seen.oid)))
     limit 1`,
  );
  return rows.length > 0;
}

/** Values print the same wherever they are read, and lose nothing. */
export const exactText: Settings = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
};
