/** What is wrong with the shop's data on purpose, each with a query that finds it. */
export const shopFlaws = [
  {
    title: 'Customers who signed up twice, with the same e-mail in other letters',
    sql: `select lower(email) as email, count(*) as accounts from customers
where email is not null group by 1 having count(*) > 1`,
  },
  {
    title: 'Customers without an e-mail address',
    sql: 'select id, full_name from customers where email is null',
  },
  {
    title: 'Countries that are not ISO codes',
    sql: `select country, count(*) as customers from customers
where country !~ '^[A-Z]{2}$' or country = 'UK' group by 1 order by 2 desc`,
  },
  {
    title: 'Customers who are yet to be born',
    sql: 'select id, full_name, birth_date from customers where birth_date > created_at',
  },
  {
    title: 'An order of a million',
    sql: 'select id, number, total from orders where total >= 1000000',
  },
  {
    title: 'Orders from the future',
    sql: `select o.id, o.placed_at from orders o
where o.placed_at > (select max(occurred_at) from events) + interval '30 days'`,
  },
  {
    title: 'Orders that arrived before they were sent',
    sql: 'select id, shipped_at, delivered_at from orders where delivered_at < shipped_at',
  },
  {
    title: 'Items whose product is gone: the foreign key is missing',
    sql: `select i.id, i.order_id, i.product_id from order_items i
left join products p on p.id = i.product_id where p.id is null`,
  },
  {
    title: 'Delivered orders nobody paid',
    sql: `select o.id, o.number, o.total from orders o
where o.status = 'delivered'
  and not exists (select from payments p where p.order_id = o.id and p.status = 'captured')`,
  },
  {
    title: 'Payments that are a cent short',
    sql: `select p.id, p.order_id, p.amount, o.total from payments p
join orders o on o.id = p.order_id where p.amount <> o.total`,
  },
  {
    title: 'Products sold below cost',
    sql: 'select id, name, price, cost from products where margin < 0',
  },
  {
    title: 'The foreign key without an index: order_items.order_id',
    sql: `select c.conrelid::regclass as table, a.attname as column
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
where c.contype = 'f' and c.conrelid = 'order_items'::regclass
  and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  },
  {
    title: 'A table without a key, with rows that are there twice',
    sql: 'select sku, price, count(*) from legacy_prices group by 1, 2 having count(*) > 1',
  },
  {
    title: 'Cities that were read in the wrong encoding, or have a sign nobody sees',
    sql: `select city, count(*) from addresses where city ~ '\\u00C3[\\u0080-\\u00BF]|\\u200B' group by 1`,
  },
  {
    title: 'An index that another one covers',
    sql: `select indexname from pg_indexes
where tablename = 'products' and indexname like 'products_category%' offset 1`,
  },
  {
    title: 'Reviews that end days before everything else',
    sql: `select max(created_at) from reviews
having max(created_at) < (select max(occurred_at) from events) - interval '5 days'`,
  },
  {
    title: 'Employees whom every role of the server may read',
    sql: `select privilege_type from information_schema.table_privileges
where table_name = 'employees' and grantee = 'PUBLIC'`,
  },
  {
    title: 'A rule that was never checked',
    sql: 'select conname from pg_constraint where not convalidated',
  },
  {
    title: 'Two days on which the shop was down',
    sql: `select day, orders from (
  select day::date, count(o.id) as orders, avg(count(o.id)) over (
    order by day rows between 14 preceding and 14 following) as usual
  from generate_series(
    (select date_trunc('day', min(placed_at)) from orders),
    (select date_trunc('day', max(occurred_at)) from events), interval '1 day') day
  left join orders o on o.placed_at >= day and o.placed_at < day + interval '1 day'
  group by day) d
where orders < usual / 4 and usual > 2`,
  },
] as const;
