import type pg from 'pg';

type Settings = Record<string, string | number>;

/** Begins a transaction with settings of its own; `kind` is what stands behind BEGIN. */
export async function beginWith(
  client: pg.Client,
  kind: '' | 'read only' | 'isolation level repeatable read read only',
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

/** Values print the same wherever they are read, and lose nothing. */
export const exactText: Settings = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
};
