/**
 * What a dashboard is suggested by: how many values a name has, and from when to when a date goes.
 * The catalog knows both of a table that was analysed. Of any other a sample is read, from all over
 * the table: the rows that come first are its oldest, of few days and few kinds.
 */
export type ColumnFacts = {
  name: string;
  /** How many values; undefined where the catalog does not know. */
  values: number | undefined;
  first: string | undefined;
  last: string | undefined;
};

/** How large it is, for a sample of about as many rows wherever they are. */
export type TableSize = { kind: string; rows: number; blocks: number };

type Rows = readonly (readonly unknown[])[];

const dateTypes = ['date', 'timestamp', 'timestamptz'];
/** A name that most rows lack parts nothing. */
const MOST_NULL = 0.6;

/** One row a column; asked with `:schema` and `:table`. */
export const catalogFacts = `select a.attname, c.relkind, greatest(c.reltuples, 0)::bigint,
  pg_relation_size(c.oid) / current_setting('block_size')::int,
  case when s.null_frac > ${MOST_NULL} then 0
    when s.n_distinct < 0 then round(-s.n_distinct * greatest(c.reltuples, 0))
    else s.n_distinct end,
  span.first, span.last
from pg_class c join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join lateral (select * from pg_stats known where known.schemaname = n.nspname
    and known.tablename = c.relname and known.attname = a.attname
  order by known.inherited desc limit 1) s on true
left join lateral (select min(at)::text as first, max(at)::text as last
  from (select unnest(s.histogram_bounds::text::text[] || s.most_common_vals::text::text[])::timestamp
      as at where t.typname in (${dateTypes.map((type) => `'${type}'`).join(', ')})) bounds
  where isfinite(at)) span on true
where n.nspname = :schema and c.relname = :table`;

export function readCatalogFacts(rows: Rows): { columns: ColumnFacts[]; size: TableSize } {
  const [, kind, count, blocks] = rows[0] ?? [];
  return {
    size: { kind: text(kind) ?? '', rows: Number(count ?? 0), blocks: Number(blocks ?? 0) },
    columns: rows.map(([name, , , , values, first, last]) => ({
      name: text(name) ?? '',
      values: values === null || values === undefined ? undefined : Number(values),
      first: text(first),
      last: text(last),
    })),
  };
}

function text(cell: unknown): string | undefined {
  return cell === null || cell === undefined ? undefined : String(cell);
}

const SAMPLE = 10_000;
/** Where a table was never counted. */
const ROWS_A_BLOCK = 100;
/** What a sample may grow to where rows are much denser than thought. */
const MOST_SAMPLED = 5 * SAMPLE;

/** Blocks from all over the table; all of a small one, and the first rows of what has no blocks. */
export function sampleOf(from: string, { kind, rows, blocks }: TableSize): string {
  const all = rows > 0 ? rows : blocks * ROWS_A_BLOCK;
  const hasBlocks = kind === 'r' || kind === 'm' || kind === 'p';
  if (!hasBlocks || all <= 2 * SAMPLE) return `${from} limit ${SAMPLE}`;
  const percent = Math.min(100, (100 * SAMPLE) / all);
  return `${from} tablesample system (${percent.toFixed(6)}) limit ${MOST_SAMPLED}`;
}
