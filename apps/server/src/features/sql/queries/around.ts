import { Failure } from '@causeway/contract/errors.ts';
import type {
  Behind,
  Fold,
  PartOfTime,
  PivotTotals,
  ResultCondition,
} from '@causeway/contract/sql/queries.ts';
import { writeCondition } from '@causeway/contract/sql/conditions.ts';
import { withTotals } from '@causeway/contract/sql/pivot-totals.ts';
import { partOfBucket } from '@causeway/contract/sql/part-of-bucket.ts';
import { rowsBehind } from '@causeway/contract/sql/rows-behind.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';

type Around = {
  where: readonly ResultCondition[];
  fold: Fold | undefined;
  behind: Behind | undefined;
  part: PartOfTime | undefined;
  totals?: PivotTotals | undefined;
};

/**
 * A statement around another one: what it finds, narrowed by its columns, and perhaps with the
 * smaller series added up to one. The database does it, over all rows and not only those shown.
 */
export function writeAround(
  text: string,
  { where, fold, behind, part, totals }: Around,
): { sql: string; bindings: Record<string, string | null> } {
  if (behind) return writeBehind(text, behind, where);
  if (part) {
    const { column, ...span } = part;
    const sql = partOfBucket(text, { column, name: PART });
    if (sql === undefined) throw new Failure('E_VALIDATION', `${column} is no time with parts.`);
    const around = writeAround(sql, { where, fold, behind: undefined, part: undefined });
    return { ...around, bindings: { ...around.bindings, [PART]: writeCondition(span) } };
  }
  // Around a query its totals would be narrowed as rows; those of clicks go without.
  const whole = totals && where.length === 0 ? withTotals(text, totals) : undefined;
  const sql = whole ?? text;
  if (where.length === 0 && !fold) return { sql, bindings: {} };
  const conditions = where.map(({ column }, at) => `:${nameOf(at)}("shown".${quoted(column)})`);
  const narrowed = `select * from (\n${sql}\n) as "shown"${
    conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  }`;
  const bindings = Object.fromEntries(
    where.map(({ condition }, at) => [nameOf(at), writeCondition(condition)]),
  );
  return { sql: fold ? foldRest(narrowed, fold) : narrowed, bindings };
}

/** What clicks on other tiles narrowed the number by narrows the rows behind it as well. */
function writeBehind(sql: string, { mark, measure }: Behind, where: readonly ResultCondition[]) {
  const asked = [...mark, ...where];
  const conditions = asked.map(({ column }, at) => ({ column, name: nameOf(at) }));
  const found = rowsBehind(sql, { conditions, measure });
  if (!found) {
    throw new Failure('E_VALIDATION', 'This query does not tell which rows it counts.');
  }
  const bindings = asked.map(({ condition }, at) => [nameOf(at), writeCondition(condition)]);
  return {
    sql: found.sql,
    bindings: Object.fromEntries(bindings) as Record<string, string | null>,
  };
}

const PART = 'causeway_part';

/** No parameter of people's is called so. */
function nameOf(at: number): string {
  return `causeway_around_${at}`;
}

/** Ranked over the whole range, not a bucket; a tie goes by name; NULL competes as a value. */
function foldRest(sql: string, { x, series, y, most }: Fold): string {
  const [along, by, measure] = [quoted(x), quoted(series), quoted(y)];
  // Said in full: the columns of people are called like ours sooner or later.
  return `with "narrowed" as (${sql}),
"ranked" as (
  select "narrowed".${by} as "folded_name", row_number() over (
    order by sum("narrowed".${measure}) desc nulls last, "narrowed".${by}::text nulls last)
    as "folded_place"
  from "narrowed" group by "narrowed".${by})
select "narrowed".${along}, case when "ranked"."folded_place" <= ${most}
    then "narrowed".${by}::text
    else '… (' || (select count(*) - ${most} from "ranked") || ')' end as ${by},
  sum("narrowed".${measure}) as ${measure}
from "narrowed" join "ranked" on "ranked"."folded_name" is not distinct from "narrowed".${by}
group by 1, 2 order by 1, min("ranked"."folded_place")`;
}

/** A colon in a name is no placeholder's: inside quotes nothing is. */
function quoted(name: string): string {
  return quoteIdentifier(name);
}
