import { Failure } from '@causeway/contract/errors.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import {
  inUserTransaction,
  type QueryInTransaction,
} from '#platform/connectors/sql/transaction.ts';
import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { createTableSql } from './writing/plan-import.ts';

type NewTable = Extract<ImportPlan['target'], { kind: 'new' }>;

const TWIN = { schema: 'pg_temp', table: 'causeway_twin' };

/**
 * Drops a table that an import made: only while it is empty and still as it was made, which a table
 * made anew the same way shows. What others have built on it (a view, a reference) holds it as well.
 */
export async function dropMadeTable(
  { databases, sqlParser }: Services,
  target: SqlTarget,
  made: NewTable,
  signal: AbortSignal,
): Promise<void> {
  const createTwin = await createTableSql(sqlParser, { ...made, ...TWIN });
  await inUserTransaction(databases, target, signal, async ({ query }) => {
    await query(sql`set local lock_timeout = 5000`);
    await query(sql`lock table ${nameOf(made)} in access exclusive mode`);
    await query({ text: createTwin, values: [] });
    const isAsMade = (await describe(query, made)) === (await describe(query, TWIN));
    const { rows } = await query(sql`select 1 from ${nameOf(made)} limit 1`);
    if (!isAsMade || rows.length > 0) {
      throw new Failure('E_VERSION_CONFLICT', 'The table holds rows or was changed. It stays.');
    }
    await query(sql`drop table ${nameOf(TWIN)}`);
    await query(sql`drop table ${nameOf(made)}`);
  });
}

type Name = { schema: string; table: string };

function nameOf({ schema, table }: Name): Sql {
  return sql`${identifier(schema)}.${identifier(table)}`;
}

/** Everything that somebody may have added: columns, indexes, rules, triggers, policies, words. */
async function describe(query: QueryInTransaction, { schema, table }: Name) {
  const { rows } = await query(
    sql`select json_build_array(known.relkind,
          (select json_agg(json_build_array(attname, atttypid, atttypmod, attnotnull, attidentity,
              atthasdef) order by attnum) from pg_catalog.pg_attribute
            where attrelid = known.oid and attnum > 0 and not attisdropped),
          (select count(*) from pg_catalog.pg_index where indrelid = known.oid),
          (select count(*) from pg_catalog.pg_constraint where conrelid = known.oid),
          (select count(*) from pg_catalog.pg_trigger where tgrelid = known.oid),
          (select count(*) from pg_catalog.pg_policy where polrelid = known.oid),
          (select count(*) from pg_catalog.pg_inherits where known.oid in (inhrelid, inhparent)),
          (select count(*) from pg_catalog.pg_description
            where objoid = known.oid and classoid = 'pg_catalog.pg_class'::regclass))::text
        from pg_catalog.pg_class known
        where known.oid = pg_catalog.to_regclass(
          pg_catalog.format('%I.%I', ${schema}::text, ${table}::text))`,
  );
  return rows[0]?.[0];
}
