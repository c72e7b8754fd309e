import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabases } from '#testing/test-database.ts';
import { fillShop } from '@causeway/sample-data/shop/fill.ts';
import { shopFlaws } from '@causeway/sample-data/shop/flaws.ts';

const anchor = new Date('2026-11-01T00:00:00Z');
const createEmptyDatabase = createEmptyDatabases();

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function listTables(url: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    url,
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function checksums(url: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const name of await listTables(url)) {
    const [row] = await ask<{ sum: string }>(
      url,
      `select md5(string_agg(t::text, E'\\n' order by t::text)) as sum from ${name} t`,
    );
    sums[name] = row!.sum;
  }
  return sums;
}

describe('the sample shop', () => {
  let url: string;
  const progress: { done: number; total: number; what: string }[] = [];

  beforeAll(async () => {
    url = await createEmptyDatabase();
    const onProgress = (done: number, total: number, what: string) =>
      progress.push({ done, total, what });
    await fillShop(url, { anchor, scale: 0.05, onProgress });
  });

  test('tells how far it is while it is made', () => {
    const shares = progress.map(({ done, total }) => done / total);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(new Set(progress.map(({ what }) => what))).toContain('orders');
  });

  test('is made once: a second fill leaves it as it is', async () => {
    expect(await fillShop(url, { anchor, scale: 0.05 })).toEqual({ filled: false });
  });

  test('has rows in every table and view', async () => {
    const tables = await listTables(url);
    expect(tables).toHaveLength(17);
    for (const name of [...tables, 'monthly_revenue', 'product_performance']) {
      const [row] = await ask<{ filled: boolean }>(
        url,
        `select exists (select from ${name}) filled`,
      );
      expect(row, name).toEqual({ filled: true });
    }
  });

  test.each(shopFlaws)('has a flaw to find: $title', async ({ sql }) => {
    expect(await ask(url, sql)).not.toHaveLength(0);
  });

  test('was down for exactly two days', async () => {
    const outage = shopFlaws.find(({ title }) => title.startsWith('Two days'))!;
    expect(await ask(url, outage.sql)).toHaveLength(2);
  });

  test('adds up: an order is the sum of its lines', async () => {
    const wrong = await ask(
      url,
      `select o.id from orders o join order_items i on i.order_id = o.id
       group by o.id having o.subtotal <> sum(i.line_total)`,
    );
    expect(wrong).toEqual([]);
  });

  test('lets no order come before its customer signed up', async () => {
    const early = await ask(
      url,
      `select o.id from orders o join customers c on c.id = o.customer_id
       where o.placed_at < c.created_at`,
    );
    expect(early.length).toBeLessThan(5);
  });

  test('ends at its anchor: only the planted orders lie in the future', async () => {
    const late = await ask(
      url,
      `with future as (select id from orders where placed_at >= '2026-11-01')
       select 'orders' where (select count(*) from future) <> 4
       union all select 'journeys' from orders
         where greatest(shipped_at, delivered_at) > '2026-11-01' and id not in (table future)
       union all select 'payments' from payments
         where created_at > '2026-11-01' and order_id not in (table future)
       union all select 'events' from events where occurred_at >= '2026-11-01'
       union all select 'reviews' from reviews where created_at > '2026-11-01'
       union all select 'tickets' from support_tickets
         where greatest(opened_at, answered_at, solved_at) > '2026-11-01'
       union all select 'customers' from customers
         where greatest(created_at, last_seen_at) > '2026-11-01'`,
    );
    expect(late).toEqual([]);
  });

  test('links each purchase on its pages to a real order of the same customer', async () => {
    const lost = await ask(
      url,
      `select e.id from events e
       left join orders o on o.id = (e.payload ->> 'orderId')::bigint
       where e.kind = 'purchase' and o.customer_id is distinct from e.customer_id`,
    );
    expect(lost).toEqual([]);
  });

  test('loses visitors from step to step, as shops do', async () => {
    const steps = await ask<{ kind: string; count: number }>(
      url,
      `select kind, count(*)::int from events where kind <> 'search' group by kind order by kind`,
    );
    expect(steps.map(({ kind }) => kind)).toEqual([
      'page_view',
      'add_to_cart',
      'checkout',
      'purchase',
    ]);
    const counts = steps.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });

  test('grows, peaks on Black Friday and has a December better than its January', async () => {
    const [row] = await ask<Record<string, number>>(
      url,
      `select
         (select count(*)::int from orders where placed_at::date = '2025-11-28') as friday,
         (select count(*)::int from orders where placed_at::date = '2025-11-21') as week_before,
         (select count(*)::int from orders where placed_at < '2024-11-01') as first_year,
         (select count(*)::int from orders where placed_at >= '2025-11-01') as last_year,
         (select orders::int from monthly_revenue where month = '2025-12-01') as december,
         (select orders::int from monthly_revenue where month = '2026-01-01') as january`,
    );
    expect(row!.friday).toBeGreaterThan(row!.week_before! * 2);
    expect(row!.last_year).toBeGreaterThan(row!.first_year! * 1.3);
    expect(row!.december).toBeGreaterThan(row!.january! * 1.3);
  });

  test('explains every table and view in a comment', async () => {
    const silent = await ask(
      url,
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')
         and obj_description(oid, 'pg_class') is null`,
    );
    expect(silent).toEqual([]);
    const columns = await ask(url, `select from pg_description where objsubid > 0`);
    expect(columns.length).toBeGreaterThan(15);
  });

  test('takes new rows: ids go on where the sample ends', async () => {
    const rows = await ask(
      url,
      `insert into categories (name, name_de, slug, position)
       values ('Winter', 'Winter', 'winter', 9) returning id > 20 as next`,
    );
    expect(rows).toEqual([{ next: true }]);
  });
});

test('the same anchor gives the same shop, to the last value', async () => {
  const [one, other] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await Promise.all([one, other].map((url) => fillShop(url, { anchor, scale: 0.01 })));
  expect(await checksums(one)).toEqual(await checksums(other));
});

test('an interrupted fill leaves nothing behind and can be done again', async () => {
  const url = await createEmptyDatabase();
  const stop = new AbortController();
  const onProgress = (_done: number, _total: number, what: string) => {
    if (what === 'events') stop.abort();
  };
  const { signal } = stop;
  await expect(fillShop(url, { anchor, scale: 0.01, onProgress, signal })).rejects.toThrow(
    /abort/i,
  );
  expect(await listTables(url)).toEqual([]);
  expect(await fillShop(url, { anchor, scale: 0.01 })).toEqual({ filled: true });
});

test('two servers that start at once make one shop', async () => {
  const url = await createEmptyDatabase();
  const results = await Promise.all([1, 2].map(() => fillShop(url, { anchor, scale: 0.01 })));
  expect(results.filter(({ filled }) => filled)).toHaveLength(1);
});
