type Flaw = {
  title: string;
  /** What a scan has to say of it: check, table and columns. Nothing of what is history. */
  finding?: string;
  sql: string;
};

/** What is wrong with the shop's data on purpose, each with a query that finds it. For tests only. */
export const shopFlaws: readonly Flaw[] = [
  {
    title: 'Customers who signed up twice, with the same e-mail in other letters',
    finding: 'duplicates customers email',
    sql: `select lower(email) as email, count(*) as accounts from customers
where email is not null group by 1 having count(*) > 1`,
  },
  {
    title: 'Customers without an e-mail address',
    finding: 'gaps customers email',
    sql: 'select id, full_name from customers where email is null',
  },
  {
    title: 'Countries that are not ISO codes',
    finding: 'spelling customers country',
    sql: `select country, count(*) as customers from customers
where country !~ '^[A-Z]{2}$' or country = 'UK' group by 1 order by 2 desc`,
  },
  {
    title: 'Customers who are yet to be born',
    finding: 'time-travel customers birth_date',
    sql: 'select id, full_name, birth_date from customers where birth_date > created_at',
  },
  {
    title: 'An order of a million',
    finding: 'outlier orders',
    sql: 'select id, number, total from orders where total >= 1000000',
  },
  {
    title: 'Orders from the future',
    finding: 'time-travel orders',
    sql: `select o.id, o.placed_at from orders o
where o.placed_at > (select max(occurred_at) from events) + interval '30 days'`,
  },
  {
    title: 'Orders that arrived before they were sent',
    finding: 'time-order orders shipped_at,delivered_at',
    sql: 'select id, shipped_at, delivered_at from orders where delivered_at < shipped_at',
  },
  {
    title: 'Items whose product is gone: the foreign key is missing',
    finding: 'lost-references order_items product_id',
    sql: `select i.id, i.order_id, i.product_id from order_items i
left join products p on p.id = i.product_id where p.id is null`,
  },
  {
    title: 'Delivered orders nobody paid',
    finding: 'lonely-state orders status',
    sql: `select o.id, o.number, o.total from orders o
where o.status = 'delivered'
  and not exists (select from payments p where p.order_id = o.id and p.status = 'captured')`,
  },
  {
    title: 'Payments that are a cent short',
    finding: 'sums-apart payments amount',
    sql: `select p.id, p.order_id, p.amount, o.total from payments p
join orders o on o.id = p.order_id where p.amount <> o.total`,
  },
  {
    title: 'Products sold below cost',
    finding: 'sign products margin',
    sql: 'select id, name, price, cost from products where margin < 0',
  },
  {
    title: 'The foreign key without an index: order_items.order_id',
    finding: 'key-without-index order_items order_id',
    sql: `select c.conrelid::regclass as table, a.attname as column
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
where c.contype = 'f' and c.conrelid = 'order_items'::regclass
  and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  },
  {
    title: 'A table without a key, with rows that are there twice',
    finding: 'double-rows legacy_prices',
    sql: 'select sku, price, count(*) from legacy_prices group by 1, 2 having count(*) > 1',
  },
  {
    title: 'Cities that were read in the wrong encoding, or have a sign nobody sees',
    finding: 'letters addresses city',
    sql: `select city, count(*) from addresses where city ~ '\\u00C3[\\u0080-\\u00BF]|\\u200B' group by 1`,
  },
  {
    title: 'An index that another one covers',
    finding: 'same-index products category_id',
    sql: `select indexname from pg_indexes
where tablename = 'products' and indexname like 'products_category%' offset 1`,
  },
  {
    title: 'Reviews that end days before everything else',
    finding: 'late reviews created_at',
    sql: `select max(created_at) from reviews
having max(created_at) < (select max(occurred_at) from events) - interval '5 days'`,
  },
  {
    title: 'Employees whom every role of the server may read',
    finding: 'public-grants employees',
    sql: `select privilege_type from information_schema.table_privileges
where table_name = 'employees' and grantee = 'PUBLIC'`,
  },
  {
    title: 'A rule that was never checked',
    finding: 'unproven support_tickets',
    sql: 'select conname from pg_constraint where not convalidated',
  },
  {
    title: 'A currency that is always the same',
    finding: 'constant payments currency',
    sql: 'select min(currency) from payments having count(distinct currency) = 1',
  },
  {
    title: 'The reason of a failed payment in three spellings',
    finding: 'spelling payments failure',
    sql: `select lower(failure) from payments group by 1 having count(distinct failure) = 3`,
  },
  {
    title: 'Account numbers of employees, with the right check digits',
    finding: 'personal employees email,iban',
    sql: `select id from employees
where mod((substr(iban, 5) || '1314' || substr(iban, 3, 2))::numeric, 97) = 1`,
  },
  {
    title: 'A column of small numbers that are used up soon',
    finding: 'running-out product_stock shelf_label',
    sql: 'select max(shelf_label) from product_stock having max(shelf_label) > 0.9 * 32767',
  },
  {
    title: 'A sequence that is behind its column',
    finding: 'behind product_stock shelf_label',
    sql: `select last_value from product_stock_shelf_label_seq
where last_value < (select max(shelf_label) from product_stock)`,
  },
  {
    title: 'A table of several companies without the row security that two others have',
    finding: 'row-security-missing legacy_prices company_id',
    sql: `select relname from pg_class where not relrowsecurity and relkind = 'r'
  and oid in (select attrelid from pg_attribute where attname = 'company_id')`,
  },
  {
    title: 'Tickets that mostly go to one of a hundred people',
    finding: 'skew support_tickets assignee_id',
    sql: `select assignee_id from support_tickets group by 1
having count(*) > 0.2 * (select count(*) from support_tickets)`,
  },
  {
    title: 'A Thursday on which hardly anything but desktops came through',
    finding: 'unusual-day events occurred_at',
    sql: `select day, desktops, visits from (
  select occurred_at::date as day, count(*) filter (where device = 'desktop') as desktops,
    count(*) as visits from events group by 1) days
where desktops > 0.6 * visits and extract(isodow from day) = 4 and visits > 5`,
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
];
