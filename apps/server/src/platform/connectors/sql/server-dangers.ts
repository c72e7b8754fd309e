import { deniedCalls, deniedWords, exceptions } from './denied-names.ts';
import type { Question } from './dialect.ts';
import { harmlessFunctions, knownExtensions } from './harmless-functions.ts';

/**
 * What may not be named on a server where only reading is allowed, beyond the names known in advance:
 * its own functions, those of its extensions, and operators, aggregates, casts and domains made of
 * them. How each is judged, and why, is in docs/decisions/017-reading-only.md.
 */
export type ServerDangers = {
  names: ReadonlySet<string>;
  /**
   * False where the search path has other schemas before the catalog: then `lower` need not be what
   * we know by that name.
   */
  catalogComesFirst: boolean;
};

export function toDangers(rows: (string | null)[][]): ServerDangers {
  const [names, first] = rows[0] ?? [];
  return {
    names: new Set((JSON.parse(names ?? '[]') as string[]).map((name) => name.toLowerCase())),
    catalogComesFirst: first === 't',
  };
}

/** Why a statement may not run on this server where only reading is allowed. */
export function findNamedDanger(
  { names }: ServerDangers,
  named: readonly string[],
): string | undefined {
  const found = named.find((name) => names.has(name));
  return found === undefined
    ? undefined
    : `${found} may do more than read in this database, so it is not allowed where only reading is.`;
}

export function dangersOfServer(): Question {
  return {
    text: `with recursive routines as materialized (
        select routine.oid, routine.proname as name, routine.provolatile as volatility,
          routine.prokind as kind, routine.pronargs > 0 as takes,
          routine.pronamespace = 'pg_catalog'::regnamespace and routine.oid < 16384 as built_in,
          extension.extname as extension,
          language.lanpltrusted or language.lanname in ('sql', 'plpgsql') as trusted,
          routine.oid >= 16384 and ${takesText} as takes_text,
          routine.prorettype in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
            as uncallable,
          case when routine.oid >= 16384 and routine.prokind in ('f', 'p', 'w')
              and extension.oid is null and language.lanname <> 'internal' then
            lower(coalesce(nullif(routine.prosrc, ''), pg_catalog.pg_get_functiondef(routine.oid)))
          end as body
        from pg_catalog.pg_proc routine
        join pg_catalog.pg_language language on language.oid = routine.prolang
        left join pg_catalog.pg_depend owned on owned.classid = 'pg_catalog.pg_proc'::regclass
          and owned.objid = routine.oid and owned.deptype = 'e'
          and owned.refclassid = 'pg_catalog.pg_extension'::regclass
        left join pg_catalog.pg_extension extension on extension.oid = owned.refobjid),
      judged as materialized (
        select oid, name from routines where not uncallable and kind <> 'a' and name <> all ($1)
          and case
            when built_in then case volatility when 'v' then name <> all ($3)
              when 's' then name ~ $2 else false end
            when extension is not null then name ~ $2 or (name <> all ($3)
              and extension <> all ($4) and (volatility = 'v' or (not trusted and volatility = 's')))
            when not trusted then true
            else takes and body ~ $5 or takes_text and body ~ $6
          end),
      called_by_name as materialized (
        select oid, name, body from routines where takes and body is not null),
      dangerous as (
        select oid, name from judged
        union
        select caller.oid, caller.name from dangerous
        join called_by_name caller on pg_catalog.strpos(caller.body, lower(dangerous.name)) > 0
        where dangerous.oid >= 16384 and caller.oid <> dangerous.oid
          and caller.body ~ ('\\m' || pg_catalog.regexp_replace(lower(dangerous.name), '(\\W)', '\\\\\\1', 'g') || '\\M')),
      aggregates as (
        select routine.oid, routine.proname as name from pg_catalog.pg_aggregate aggregate
        join pg_catalog.pg_proc routine on routine.oid = aggregate.aggfnoid
        where routine.oid >= 16384 and exists (select from dangerous where oid in (aggtransfn, aggfinalfn, aggcombinefn,
          aggserialfn, aggdeserialfn, aggmtransfn, aggminvtransfn, aggmfinalfn))),
      made as materialized (
        select typbasetype as part, oid as whole from pg_catalog.pg_type where typbasetype >= 16384
        union all select typelem, oid from pg_catalog.pg_type where typelem >= 16384
        union all select atttypid, reltype from pg_catalog.pg_attribute
          join pg_catalog.pg_class on pg_class.oid = attrelid
          where atttypid >= 16384 and attnum > 0 and reltype <> 0),
      checking as (
        select rule.contypid as oid from pg_catalog.pg_constraint rule
        where rule.contypid <> 0 and exists (select from pg_catalog.regexp_matches(
            rule.conbin::text, ':(?:op)?funcid (\\d+)', 'g') as called(numbers)
          where numbers[1]::oid in (select oid from dangerous))
        union
        select made.whole from checking join made on made.part = checking.oid)
      select coalesce(json_agg(distinct named.name), '[]'),
        coalesce((pg_catalog.current_schemas(true))[1], '') = 'pg_catalog'
          or (pg_catalog.current_schemas(true))[1] like 'pg\\_temp%'
      from (
        select name::text from dangerous
        union all select name::text from aggregates
        union all select oprname::text from pg_catalog.pg_operator
          where oprcode in (select oid from dangerous)
        union all select type.typname::text from pg_catalog.pg_cast
          join pg_catalog.pg_type type on type.oid in (castsource, casttarget)
          where type.oid >= 16384 and castfunc in (select oid from dangerous)
        union all select type.typname::text from checking
          join pg_catalog.pg_type type on type.oid = checking.oid
        union all select unnest(array['pg_input_is_valid', 'pg_input_error_info'])
          where exists (select from checking)) as named`,
    values: [
      [...exceptions],
      deniedCalls,
      [...harmlessFunctions],
      [...knownExtensions],
      deniedWords,
      runsText,
    ],
  };
}

/**
 * Whether a statement can come in one of the arguments: in all that is not a number, a time, a truth, an
 * enum, an address, a shape, bits or a uuid, or a list of these. A domain is of its base's category.
 */
const takesText = `exists (select from pg_catalog.unnest(routine.proargtypes::oid[]) as given(type)
  join pg_catalog.pg_type taken on taken.oid = given.type
  left join pg_catalog.pg_type element on element.oid = taken.typelem and taken.typcategory = 'A'
  where coalesce(element.typcategory, taken.typcategory) not in ('B', 'D', 'E', 'G', 'I', 'N', 'T', 'V')
    and coalesce(element.oid, taken.oid) <> 'uuid'::regtype
    and not (taken.typcategory = 'R' and taken.oid < 16384))`;

/** How languages run SQL that is made at run time. */
const runsText = String.raw`\m(execute|spi_\w+|spi\.\w+|plv8\.\w+|server\.\w+|eval)\M`;
