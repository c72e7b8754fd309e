import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';
import type { CatalogColumn } from '#platform/connectors/sql/catalog-table.ts';
import { runAlone } from '#platform/connectors/sql/run-statement.ts';
import { castOf, nameOf, readColumn } from '#platform/connectors/sql/table-sql.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from './open-table.ts';

/** What pg_stats and pg_class say about one column, as one row of JSON. */
type Figures = {
  analyzedAt: string | null;
  rowCount: number | null;
  changedRows: number | null;
  nullShare: number | null;
  distinct: number | null;
  averageBytes: number | null;
  smallest: string | null;
  largest: string | null;
  values: string[] | null;
  shares: number[] | null;
  bounds: string[] | null;
};

export async function profileColumn(
  { databases }: Services,
  { opened, table }: TableCall,
  name: string,
): Promise<ColumnProfile> {
  const column = readColumn(table, name);
  if (table.kind === 'view') return toProfile(undefined, 'unavailable');
  const { text, values } = figuresSql(table, column);
  const { rows } = await databases.read(opened.target, text, [...values]);
  const figures = JSON.parse(rows[0]?.[0] ?? 'null') as Figures | null;
  if (!figures) return toProfile(undefined, 'unavailable');
  if (figures.nullShare !== null) return toProfile(figures, 'ready');
  // Without figures the table was not looked at yet, or was empty then, or they are not shown to us.
  const isKnown = figures.analyzedAt !== null && (figures.rowCount ?? 0) > 0;
  return toProfile(figures, isKnown ? 'unavailable' : 'unanalyzed');
}

/** Renews the figures of the whole table. */
export async function analyzeTable(
  { databases, sqlCatalog }: Services,
  { opened, table, signal }: TableCall,
): Promise<void> {
  await runAlone(databases, opened.target, sql`analyze ${nameOf(table)}`.text, signal);
  sqlCatalog.forget(opened.target.id);
}

function figuresSql(table: TableCall['table'], column: CatalogColumn): Sql {
  return sql`select json_build_object(
      'analyzedAt', to_char(greatest(activity.last_analyze, activity.last_autoanalyze)
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'rowCount', case when relation.reltuples >= 0 then relation.reltuples end,
      'changedRows', activity.n_mod_since_analyze,
      'nullShare', figures.null_frac,
      'distinct', case when figures.n_distinct >= 0 then figures.n_distinct
        else round(-figures.n_distinct * greatest(relation.reltuples, 0)) end,
      'averageBytes', figures.avg_width,
      'values', figures.most_common_vals::text::text[], 'shares', figures.most_common_freqs,
      'bounds', figures.histogram_bounds::text::text[],
      'smallest', ${endSql(column, sql`asc`)}, 'largest', ${endSql(column, sql`desc`)})
    from pg_catalog.pg_class relation
    left join pg_catalog.pg_stat_all_tables activity on activity.relid = relation.oid
    -- With children, the figures that include them are what a reader of the table meets.
    left join lateral (select * from pg_catalog.pg_stats
      where schemaname = ${table.schema} and tablename = ${table.name}
        and attname = ${column.name} order by inherited desc limit 1) figures on true
    where relation.oid = ${table.oid}`;
}

const orderedCategories = new Set(['N', 'D', 'T', 'S', 'E', 'I']);

/** The first or last of all values the figures name, in the order of their own type. */
function endSql(column: CatalogColumn, direction: Sql): Sql {
  const isOrdered = orderedCategories.has(column.category) || column.baseType === 'uuid';
  if (!isOrdered) return sql`null::text`;
  const list = (figures: Sql) => sql`coalesce(${figures}::text::${castOf(column)}[], '{}')`;
  return sql`(select named.value::text from unnest(
      ${list(sql`figures.most_common_vals`)} || ${list(sql`figures.histogram_bounds`)})
      as named(value)
    order by named.value ${direction} limit 1)`;
}

/** Postgres itself renews its figures at a tenth of the rows, and fifty. */
const OUTDATED_SHARE = 0.1;
const OUTDATED_ROWS = 50;

function toProfile(figures: Figures | undefined, state: ColumnProfile['state']): ColumnProfile {
  const { values, shares, bounds, ...rest } = figures ?? none;
  const common = (values ?? []).map((value, place) => ({ value, share: shares?.[place] ?? 0 }));
  const { changedRows, rowCount, nullShare } = rest;
  const isOutdated = (changedRows ?? 0) > OUTDATED_ROWS + OUTDATED_SHARE * (rowCount ?? 0);
  const commonShare = common.reduce((sum, { share }) => sum + share, 0);
  return {
    ...rest,
    state,
    isOutdated,
    common,
    bounds: bounds ?? [],
    boundsShare: bounds ? Math.max(0, 1 - (nullShare ?? 0) - commonShare) : 0,
  };
}

const none: Figures = {
  analyzedAt: null,
  rowCount: null,
  changedRows: null,
  nullShare: null,
  distinct: null,
  averageBytes: null,
  smallest: null,
  largest: null,
  values: null,
  shares: null,
  bounds: null,
};
