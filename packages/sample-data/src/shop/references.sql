alter table employees add foreign key (manager_id) references employees;
alter table addresses add foreign key (customer_id) references customers on delete cascade;
alter table categories add foreign key (parent_id) references categories;
alter table products add foreign key (category_id) references categories;
alter table product_stock
  add foreign key (product_id) references products on delete cascade,
  add foreign key (warehouse) references warehouses;
alter table orders
  add foreign key (customer_id) references customers,
  add foreign key (coupon_code) references coupons,
  add foreign key (handled_by) references employees,
  add constraint orders_total_adds_up check (total = subtotal - discount + shipping);
-- order_items.product_id has no foreign key on purpose: some of its products are gone.
alter table order_items
  add foreign key (order_id) references orders on delete cascade,
  add check (quantity > 0);
alter table payments add foreign key (order_id) references orders on delete cascade;
alter table reviews
  add foreign key (product_id) references products,
  add foreign key (customer_id) references customers,
  add check (rating between 1 and 5);
alter table support_tickets
  add foreign key (customer_id) references customers,
  add foreign key (order_id) references orders,
  add foreign key (assignee_id) references employees;
