create view monthly_revenue as
  select
    date_trunc('month', placed_at, 'UTC')::date as month,
    count(*) as orders,
    count(distinct customer_id) as customers,
    sum(total) as revenue,
    round(avg(total), 2) as average_order
  from orders
  where status not in ('cancelled', 'returned')
  group by 1;

create view product_performance as
  select
    p.id,
    p.name,
    c.name as category,
    s.units_sold,
    s.revenue,
    r.reviews,
    r.rating
  from products p
  join categories c on c.id = p.category_id
  left join (
    select product_id, sum(quantity) as units_sold, sum(line_total) as revenue
    from order_items group by product_id
  ) s on s.product_id = p.id
  left join (
    select product_id, count(*) as reviews, round(avg(rating), 2) as rating
    from reviews group by product_id
  ) r on r.product_id = p.id;

create materialized view customer_lifetime_value as
  select
    customer_id,
    count(*) as orders,
    sum(total) as revenue,
    min(placed_at) as first_order_at,
    max(placed_at) as last_order_at
  from orders
  where status not in ('cancelled', 'returned')
  group by customer_id;

create unique index on customer_lifetime_value (customer_id);
create index on customer_lifetime_value (revenue);
