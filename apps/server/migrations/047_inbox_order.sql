-- Several news told in one transaction keep their order.
alter table inbox alter column told_at set default clock_timestamp();
