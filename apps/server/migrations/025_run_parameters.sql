-- What the parameters of a statement were when it ran: without them neither the history nor a
-- snapshot says what was asked.
alter table query_runs add column parameters jsonb not null default '[]';
