/** A table as wide as most: six columns of six types, one of them JSON. */
export const itemsOf = (rows: number): string[] => [
  `create table public.items (id bigint primary key, name text not null, price numeric(10,2),
    created_at timestamptz not null, active boolean, data jsonb)`,
  `insert into public.items select n, 'item ' || n, (n % 10000) / 100.0,
    timestamptz '2024-01-01' + n * interval '1 second', n % 3 = 0,
    jsonb_build_object('n', n, 'tag', 'tag ' || n % 50) from generate_series(1, ${rows}) n`,
  // Of a commit that nobody waited for, a vacuum marks nothing as seen by all before it is on disk.
  'checkpoint',
  'vacuum analyze public.items',
];
