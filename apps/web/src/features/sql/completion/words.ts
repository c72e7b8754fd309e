import { reservedWords } from '@causeway/contract/sql/reserved-words.ts';

/** Words offered while typing. */
export const keywords = new Set(
  `select from where join left right inner full outer cross lateral on using group by order having
  limit offset union all except intersect distinct as and or not in is null between like ilike
  exists case when then else end cast with recursive insert into values update set delete returning
  create table view materialized index unique alter add column drop truncate begin commit rollback
  explain analyze true false asc desc nulls first last over partition window filter array interval
  date timestamp current_date current_timestamp default primary key references foreign constraint
  check conflict do nothing similar to for share`.split(/\s+/),
);

/** A name as it is written in SQL: quoted where it would mean something else. */
export function quoted(name: string): string {
  const isPlain = /^[a-z_][a-z\d_$]*$/.test(name) && !reservedWords.has(name);
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
