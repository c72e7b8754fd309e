import { readCheckedValues } from '@causeway/contract/sql/check-values.ts';
import type { ColumnNames } from '@causeway/contract/sql/editor.ts';
import { rootOf } from '#platform/connectors/sql/catalog-questions.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';

/** Every table and function somebody may name, and how tables refer to each other; JSON text. */
export async function listNames(
  { databases }: Pick<Services, 'databases'>,
  target: SqlTarget,
): Promise<string> {
  const { rows } = await databases.read(
    target,
    `with tables as materialized (
        select relation.oid, space.nspname, relation.relname, relation.relkind
        from pg_catalog.pg_class relation
        join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
        where relation.relkind in ('r', 'v', 'm', 'p', 'f') and not relation.relispartition
          and space.nspname !~ '^pg_(toast|temp)'
          and (pg_catalog.has_table_privilege(relation.oid, 'select')
            or pg_catalog.has_any_column_privilege(relation.oid, 'select')))
      select json_build_object(
        'path', (select json_agg(name) from unnest(current_schemas(true)) as name),
        'tables', coalesce((select json_agg(json_build_array(oid::int8, nspname, relname, relkind)
          order by nspname like 'pg\\_%' or nspname = 'information_schema', relname collate "C")
          from tables), '[]'),
        'references', coalesce((select json_agg(json_build_array(
            rule.conrelid::int8, ${namesOf('rule.conrelid', 'rule.conkey')},
            rule.confrelid::int8, ${namesOf('rule.confrelid', 'rule.confkey')}) order by rule.conname)
          from pg_catalog.pg_constraint rule
          where rule.contype = 'f' and rule.conparentid = 0
            and rule.conrelid in (select oid from tables)
            and rule.confrelid in (select oid from tables)), '[]'),
        'functions', coalesce((select json_agg(json_build_array(proname, arguments, result)
          order by proname) from (${functions}) as named), '[]'))`,
  );
  return rows[0]?.[0] ?? '{"path":[],"tables":[],"references":[],"functions":[]}';
}

const namesOf = (relation: string, numbers: string) => `(select json_agg(attname order by place)
  from unnest(${numbers}) with ordinality as numbered(number, place)
  join pg_catalog.pg_attribute on attrelid = ${relation} and attnum = number)`;

/** One entry a name; what only the database itself calls is left out. */
const functions = `select distinct on (proname) proname,
    pg_catalog.pg_get_function_arguments(routine.oid) as arguments,
    coalesce(pg_catalog.pg_get_function_result(routine.oid), '') as result
  from pg_catalog.pg_proc routine
  where pg_catalog.pg_function_is_visible(routine.oid)
    and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype,
      'cstring'::regtype, 'language_handler'::regtype, 'fdw_handler'::regtype,
      'index_am_handler'::regtype, 'table_am_handler'::regtype, 'tsm_handler'::regtype)
    and not proargtypes::oid[] && array['internal'::regtype, 'cstring'::regtype]::oid[]
    and proname !~ '^(pg_stat_get|binary_upgrade|_|pg_replication|bt|hash|gin|gist|brin|spg|RI_)'
    and not (pronamespace = 'pg_catalog'::regnamespace and pronargs = 2 and exists (
      select from pg_catalog.pg_operator where oprcode = routine.oid))
  order by proname, pronargs`;

type RawColumn = { name: string; type: string; values: string[] | null; checks: string[] | null };

export async function listColumns(
  { databases }: Pick<Services, 'databases'>,
  target: SqlTarget,
  tables: number[],
): Promise<ColumnNames> {
  if (tables.length === 0) return [];
  const { rows } = await databases.read(
    target,
    `select attrelid, json_agg(json_build_object('name', attname,
        'type', pg_catalog.format_type(atttypid, atttypmod),
        'values', (select json_agg(enumlabel order by enumsortorder) from pg_catalog.pg_enum
          where enumtypid in (base.oid, base.typelem)),
        'checks', (select json_agg(pg_catalog.pg_get_constraintdef(rule.oid))
          from pg_catalog.pg_constraint rule
          where rule.conrelid = attrelid and rule.contype = 'c' and rule.conkey = array[attnum])
      ) order by attnum)
      from pg_catalog.pg_attribute
      join pg_catalog.pg_type type on type.oid = atttypid
      join pg_catalog.pg_type base on base.oid = ${rootOf('type')}
      where attrelid = any($1::oid[]) and attnum > 0 and not attisdropped
        and pg_catalog.has_column_privilege(attrelid, attnum, 'select')
      group by attrelid`,
    [tables],
  );
  return rows.map(([oid, columns]) => [
    Number(oid),
    (JSON.parse(columns ?? '[]') as RawColumn[]).map(({ name, type, values, checks }) => {
      const allowed = values ?? findAllowed(checks ?? []);
      return allowed ? [name, type, allowed.slice(0, MOST_VALUES)] : [name, type];
    }),
  ]);
}

/** More than that is no list that anybody chooses from. */
const MOST_VALUES = 200;

function findAllowed(checks: string[]): string[] | undefined {
  for (const check of checks) {
    const { values } = readCheckedValues(check) ?? {};
    if (values) return values;
  }
  return undefined;
}
