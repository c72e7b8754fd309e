import type pg from 'pg';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import { goodRows, missingInNew, valueBeside } from './kept-values.ts';
import { BAD, STAGING, type WrittenColumn } from './plan-import.ts';
import { ruleChecks } from './rule-checks.ts';
import { createProblemFunction } from './type-problems.ts';
import { textOf } from './values.ts';

/** What is checked: a staged file against the table it is meant for. */
export type Checking = {
  client: pg.Client;
  plan: ImportPlan;
  table: CatalogTable;
  columns: WrittenColumn[];
  /** Whether the table was made by this import: nothing in it can be in the way. */
  isNew: boolean;
};

/** Rows whose values are of their types: comparing them can't fail any more. */
export const TYPED = 'pg_temp.causeway_typed';

export async function createRejects(client: pg.Client): Promise<void> {
  await client.query(`create temp table causeway_bad (line bigint, column_name text, value text,
    rule text, reason text) on commit drop`);
}

/** Problems that were met while reading: such rows never reached the staging table. */
export async function noteRejects(client: pg.Client, rejects: readonly Reject[]): Promise<void> {
  for (let start = 0; start < rejects.length; start += 1_000) {
    const some = rejects.slice(start, start + 1_000);
    await client.query(
      `insert into ${BAD} select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[],
         $5::text[])`,
      [
        some.map(({ line }) => line),
        some.map(({ column }) => column),
        some.map(({ value }) => value),
        some.map(({ rule }) => rule),
        some.map(({ reason }) => reason),
      ],
    );
  }
}

/**
 * Finds every bad row, one rule after the other, each for the whole file at once: first what no type
 * takes and what is missing, then, among the rest, keys met twice, references to nothing, and what
 * the table's own rules refuse.
 */
export async function findRejects(checking: Checking): Promise<void> {
  const { client } = checking;
  await checkTypes(checking);
  await client.query(`create index on ${BAD} (line)`);
  for (const statement of missingInNew(checking)) {
    await client.query(`insert into ${BAD} ${statement}`);
  }
  await createTyped(checking);
  for (const statement of await ruleChecks(checking)) {
    await client.query('savepoint rule');
    await client.query(`insert into ${BAD} ${statement}`).catch(async () => {
      // A rule that can't be asked by itself is asked by the write.
      await client.query('rollback to savepoint rule');
    });
    await client.query('release savepoint rule');
  }
}

async function checkTypes({ client, plan, columns }: Checking): Promise<void> {
  const rules = columns.map((written) => {
    const { name, exactType, isNullable, defaultValue } = written.column;
    const fillsIn = written.nulls === 'default' && defaultValue !== null;
    // What is kept where it is there is asked of new rows, once keys can be compared.
    const mustBe = !isNullable && !fillsIn && !written.keeps;
    const raw = `staged.${quoteIdentifier(written.staged)}`;
    return `(${literal(name)}, ${raw}, ${textOf(written, plan.read)}, ${literal(exactType)}, ${mustBe})`;
  });
  const errorOf = await createProblemFunction(client);
  await client.query(
    `insert into ${BAD}
     select staged.line, cell.name, left(cell.raw, 1000),
       case when cell.value is null then 'not-null' else 'type' end,
       case when cell.value is null then 'A value is needed.' else problem.message end
     from ${STAGING} staged
     cross join lateral (values ${rules.join(', ')}) as cell(name, raw, value, type, must_be)
     cross join lateral (select ${errorOf}(cell.value, cell.type) as message) as problem
     where (cell.value is null and cell.must_be) or problem.message is not null`,
  );
  // Keys are compared from here on, in whatever order the planner likes: no value may be none.
  await client.query(`delete from ${STAGING} staged using ${BAD} bad where bad.line = staged.line`);
}

async function createTyped(checking: Checking): Promise<void> {
  const { client, plan, columns } = checking;
  const names = columns.map(({ column }) => quoteIdentifier(column.name));
  const values = columns.map((written) => valueBeside(written, plan, 'made up'));
  await client.query(
    `create temp table causeway_typed ("line of the file", ${names.join(', ')}) on commit drop as
     ${goodRows(checking, values)}`,
  );
  await client.query(`analyze ${TYPED}`);
}
