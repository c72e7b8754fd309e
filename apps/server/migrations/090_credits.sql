-- Credits: whole units, a million to a credit. Whoever pays has an account; it outlives its holder.
-- balance_u is the sum of its ledger, held_u that of its open holds: both are kept here so that one
-- locked row decides whether there is enough.
create table billing_accounts (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid unique references users on delete set null,
  plan text not null default 'free' check (plan in ('free', 'team', 'business')),
  seats integer not null default 1 check (seats >= 1),
  -- Months are counted from here.
  anchor timestamptz not null default now(),
  zone text not null default 'UTC',
  balance_u bigint not null default 0,
  held_u bigint not null default 0 check (held_u >= 0),
  -- The next moment a grant with something left expires.
  next_expiry timestamptz,
  seq bigint not null default 0,
  -- Set by the nightly check where the sums do not agree: nothing more is spent until staff looked.
  frozen_at timestamptz,
  created_at timestamptz not null default now()
);

create table credit_grants (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts,
  kind text not null check (kind in ('promo', 'plan', 'goodwill', 'paid')),
  amount_u bigint not null check (amount_u > 0),
  left_u bigint not null check (left_u between 0 and amount_u),
  reversed_u bigint not null default 0 check (reversed_u between 0 and amount_u),
  -- Lower goes first.
  priority integer not null default 0,
  expires_at timestamptz,
  -- What it was given for, so that nothing gives twice.
  source text not null unique,
  created_at timestamptz not null default now()
);
create index credit_grants_left on credit_grants (account_id) where left_u > 0;

create table credit_ledger (
  account_id uuid not null references billing_accounts,
  seq bigint not null,
  at timestamptz not null default now(),
  kind text not null
    check (kind in ('grant', 'charge', 'expiry', 'reversal', 'reinstated', 'correction')),
  amount_u bigint not null,
  balance_u bigint not null,
  -- What it would have cost beyond what was there: ours to bear.
  waived_u bigint not null default 0,
  project_id uuid,
  meter text,
  quantity numeric(40, 0),
  price_id text,
  cause_kind text not null,
  cause_id text not null,
  actor_kind text,
  actor_id text,
  happened_at timestamptz not null default now(),
  key text not null unique,
  primary key (account_id, seq)
);
create index credit_ledger_project on credit_ledger (project_id, at desc);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only ever added to';
end $$;
create trigger credit_ledger_append_only before update or delete or truncate on credit_ledger
  for each statement execute function refuse_ledger_change();

-- Which grant paid for which line; without a grant it is owed. Paying a debt adds -x owed and x on the
-- grant that paid it.
create table credit_allocations (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  seq bigint not null,
  grant_id uuid references credit_grants,
  amount_u bigint not null,
  foreign key (account_id, seq) references credit_ledger
);
create index credit_allocations_owed on credit_allocations (account_id) where grant_id is null;
create index credit_allocations_line on credit_allocations (account_id, seq);
create trigger credit_allocations_append_only before update or delete or truncate on credit_allocations
  for each statement execute function refuse_ledger_change();

-- open → settled | returned, once. It lives as long as what it is for: `lease_until` moves with that.
create table credit_holds (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts,
  project_id uuid not null,
  cause text not null unique,
  amount_u bigint not null check (amount_u >= 0),
  state text not null default 'open' check (state in ('open', 'settled', 'returned')),
  limits uuid[] not null default '{}',
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index credit_holds_open on credit_holds (account_id) where state = 'open';
create index credit_holds_lapsed on credit_holds (lease_until) where state = 'open';

-- A row only where somebody set a cap; spent and held belong to the period that began last.
create table spend_limits (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts,
  scope text not null check (scope in ('account', 'project', 'key', 'sponsor')),
  scope_id uuid not null,
  cap_u bigint not null check (cap_u >= 0),
  period_start timestamptz not null,
  spent_u bigint not null default 0,
  held_u bigint not null default 0 check (held_u >= 0),
  unique (account_id, scope, scope_id)
);

-- What was used, by the local day of who pays: charts read these, never runs.
create table usage_day (
  project_id uuid not null,
  day date not null,
  meter text not null,
  price_id text not null,
  cause_kind text not null,
  cause_id text not null,
  actor_kind text not null,
  actor_id text not null,
  account_id uuid not null references billing_accounts,
  quantity numeric(40, 0) not null,
  cost_u bigint not null,
  waived_u bigint not null default 0,
  n bigint not null,
  primary key (project_id, day, meter, price_id, cause_kind, cause_id, actor_kind, actor_id, account_id)
);
create index usage_day_account on usage_day (account_id, day);

create table credit_notices (
  account_id uuid not null references billing_accounts on delete cascade,
  kind text not null,
  key text not null,
  told_at timestamptz not null default now(),
  primary key (account_id, kind, key)
);

-- Projects whose paid work rests: their payer has nothing left. Small on purpose, it is looked at
-- whenever a workflow starts.
create table credit_stops (
  project_id uuid primary key,
  account_id uuid not null references billing_accounts,
  since timestamptz not null default now()
);
