-- A cap belongs to a month; one that is reached lets what costs rest until the month is over or it is
-- raised, like credits that are used up.
alter table spend_limits add column period_end timestamptz not null default now() + interval '1 month';
alter table spend_limits alter column period_end drop default;
alter table credit_stops add column reason text not null default 'credits'
  check (reason in ('credits', 'cap'));
-- Since when an account has its plan: what was written before is kept as long as it was promised then.
alter table billing_accounts add column plan_since timestamptz not null default now();
-- What the provider calls a page, so that it can be closed there: the address alone does not do.
alter table billing_checkouts add column session text;
