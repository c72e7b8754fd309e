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
