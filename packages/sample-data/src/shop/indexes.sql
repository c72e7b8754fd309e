alter table employees add unique (email);
alter table customers add unique (public_id);
alter table categories add unique (slug);
alter table products add unique (sku);
create index on customers (created_at);
create index on customers (lower(email));
create index on addresses (customer_id);
create index on products (category_id);
create index on products using gin (tags);
create index on orders (customer_id);
create index on orders (placed_at);
create index orders_open_idx on orders (status) where status in ('pending', 'paid', 'packed');
create index on order_items (product_id);
create index on payments (order_id);
create index on reviews (product_id);
create index on support_tickets (customer_id);
create index on events (occurred_at);
create index on events (customer_id) where customer_id is not null;
-- order_items (order_id) is left out on purpose: the slow join is there to be found.
