import pg from 'pg';
import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';

/**
 * Types as Postgres calls them: int4, text, int4[], an enum's own name. Built-in ones are known;
 * for others the database is asked once.
 */
export type TypeNames = {
  of(target: SqlTarget, oids: readonly number[]): Promise<Map<number, string>>;
};

const MOST_DATABASES = 200;

const builtIn = new Map<number, string>(
  Object.entries(pg.types.builtins).map(([name, oid]) => [oid, name.toLowerCase()]),
);

export function createTypeNames(databases: SqlDatabases): TypeNames {
  const learned = new Map<string, Map<number, string>>();

  function namesOf(target: SqlTarget): Map<number, string> {
    const key = `${target.id} ${target.updatedAt}`;
    const known = learned.get(key);
    if (known) return known;
    if (learned.size >= MOST_DATABASES) learned.clear();
    const fresh = new Map(builtIn);
    learned.set(key, fresh);
    return fresh;
  }

  return {
    of: async (target, oids) => {
      const names = namesOf(target);
      const unknown = [...new Set(oids)].filter((oid) => !names.has(oid));
      if (unknown.length === 0) return names;
      const { rows } = await databases.read(
        target,
        `select type.oid, case when element.oid is null then type.typname
            else element.typname || '[]' end
          from pg_catalog.pg_type type
          left join pg_catalog.pg_type element
            on element.oid = type.typelem and element.typarray = type.oid
          where type.oid = any($1::oid[])`,
        [`{${unknown.join(',')}}`],
      );
      for (const [oid, name] of rows) names.set(Number(oid), name ?? '');
      return names;
    },
  };
}
