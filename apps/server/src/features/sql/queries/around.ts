import type { Fold, ResultCondition } from '@causeway/contract/sql/queries.ts';
import { writeCondition } from '@causeway/contract/sql/conditions.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';

type Around = { where: readonly ResultCondition[]; fold: Fold | undefined };

/**
 * A statement around another one: what it finds, narrowed by its columns, and perhaps with the
 * smaller series added up to one. The database does it, over all rows and not only those shown.
 */
export function writeAround(sql: string, { where, fold }: Around) {
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

/** No parameter of people's is called so. */
function nameOf(at: number): string {
  return `causeway_around_${at}`;
}

/** Ranked over the whole range, not a bucket; a tie goes by name; NULL competes as a value. */
function foldRest(sql: string, { x, series, y, most }: Fold): string {
  const [along, by, measure] = [quoted(x), quoted(series), quoted(y)];
  return `with "narrowed" as (${sql}),
"ranked" as (
  select ${by} as "name",
    row_number() over (order by sum(${measure}) desc nulls last, ${by}::text nulls last) as "place"
  from "narrowed" group by ${by})
select "narrowed".${along}, case when "place" <= ${most} then ${by}::text
    else '… (' || (select count(*) - ${most} from "ranked") || ')' end as ${by},
  sum(${measure}) as ${measure}
from "narrowed" join "ranked" on "name" is not distinct from ${by}
group by 1, 2 order by 1, min("place")`;
}

/** A colon in a name is no placeholder's: inside quotes nothing is. */
function quoted(name: string): string {
  return quoteIdentifier(name);
}
