import { quoteIdentifier } from '#platform/db/sql.ts';
import { TYPED } from './find-rejects.ts';
import { goodRows, valueBeside } from './kept-values.ts';
import { ruleChecks } from './rule-checks.ts';
import { insertSql, type Writing } from './write-staged.ts';

/**
 * Whether rows seem good, found out without drawing a number of a sequence for any of them: their
 * values are read into columns of the same types, then keys, references and rules are asked.
 */
export function rehearseValues(writing: Writing): Promise<boolean> {
  return taken(writing, async () => {
    const { client, columns, plan } = writing;
    const list = columns.map(({ column: { name, exactType, isNullable } }) => {
      return `${quoteIdentifier(name)} ${exactType}${isNullable ? '' : ' not null'}`;
    });
    const values = columns.map((written) => valueBeside(written, plan, 'made up'));
    await client.query(
      `create temp table causeway_typed ("line of the file" bigint, ${list.join(', ')})
       on commit drop`,
    );
    await client.query(`insert into ${TYPED} ${goodRows(writing, values)}`);
    await client.query(`analyze ${TYPED}`);
    for (const statement of await ruleChecks({ ...writing, isNew: false })) {
      const { rowCount } = await client.query(`select from (${statement}) as broken limit 1`);
      if (rowCount) return false;
    }
    return true;
  });
}

/** The same by writing the rows with made-up numbers, where a table has more to say than can be asked. */
export function rehearseWrite(writing: Writing): Promise<boolean> {
  return taken(writing, async () => {
    await writing.client.query(insertSql({ ...writing, numbers: 'made up' }));
    await writing.client.query('set constraints all immediate');
    return true;
  });
}

/** Tried and taken back; what the database refuses is no. */
async function taken({ client }: Writing, attempt: () => Promise<boolean>): Promise<boolean> {
  await client.query('savepoint rehearsal');
  const isGoodSo = await attempt().catch((error: unknown) => {
    // What it says about a row is what was asked for; a lost connection is not.
    if ((error as { severity?: string }).severity === 'ERROR') return false;
    throw error;
  });
  await client.query('rollback to savepoint rehearsal');
  return isGoodSo;
}

/** Triggers, exclusions, policies, and whatever a view or a partition adds. */
export async function hasHiddenRules({ client, table }: Writing): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_catalog.pg_class relation
     where relation.oid = $1::int8::oid and (relation.relkind <> 'r' or relation.relrowsecurity
       or exists (select from pg_catalog.pg_trigger
         where tgrelid = relation.oid and not tgisinternal)
       or exists (select from pg_catalog.pg_constraint
         where conrelid = relation.oid and contype = 'x'))`,
    [table.oid],
  );
  return (rowCount ?? 0) > 0;
}
