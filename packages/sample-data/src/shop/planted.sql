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
