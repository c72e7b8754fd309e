-- How rows of a table follow each other: judged for all tables of a database together.
alter table scanned_tables add column rhythm jsonb;
