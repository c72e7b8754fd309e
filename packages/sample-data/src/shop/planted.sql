-- What is wrong on purpose beside the rows that were made so: for tests, see flaws.ts.
update addresses set city = 'MÃ¼nchen'
  where id in (select id from addresses where city = 'München' order by id limit 40);
update addresses set city = city || U&'\200B'
  where id in (select id from addresses where city = 'Berlin' order by id limit 3);
create index products_category_price_idx on products (category_id, price);
delete from reviews
  where created_at > (select max(created_at) from reviews) - interval '9 days';
grant select on employees to public;
alter table support_tickets
  add constraint support_tickets_solved_later check (solved_at >= opened_at) not valid;
alter table payments add column currency text not null default 'EUR';
update payments set failure = case when id % 2 = 0 then upper(failure) else initcap(failure) end
  where failure = 'card declined' and id % 40 < 2;
-- Account numbers of a bank that does not exist, with check digits that are right.
alter table employees add column iban text;
update employees set iban = 'DE' || lpad((98 - mod((account || '131400')::numeric, 97))::text, 2, '0')
    || account
  from (select id as of, '99999999' || lpad((id * 7919)::text, 10, '0') as account from employees) made
  where id = of;
-- A smallint that ends soon, and whose sequence would give out numbers that are taken.
create sequence product_stock_shelf_label_seq as smallint;
alter table product_stock add column shelf_label smallint not null
  default nextval('product_stock_shelf_label_seq');
alter sequence product_stock_shelf_label_seq owned by product_stock.shelf_label;
update product_stock set shelf_label = 30100 - total + place
  from (select product_id as product, warehouse as house, count(*) over () as total,
      row_number() over (order by product_id, warehouse) as place from product_stock) numbered
  where product_id = product and warehouse = house;
create unique index on product_stock (shelf_label);
select setval('product_stock_shelf_label_seq', 30050);
-- Each company sees its own rows, in two of three tables.
alter table warehouses add column company_id int not null default 1;
alter table coupons add column company_id int not null default 1;
alter table legacy_prices add column company_id int not null default 1;
create policy of_company on warehouses using (company_id = 1);
create policy of_company on coupons using (company_id = 1);
alter table warehouses enable row level security;
alter table coupons enable row level security;
-- A Thursday of last month on which hardly anything but desktops came through.
delete from events where device is distinct from 'desktop' and id % 20 <> 0
  and occurred_at::date = (
    select date_trunc('week', max(occurred_at) - interval '14 days')::date + 3 from events);
