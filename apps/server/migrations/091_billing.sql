-- What was bought, through whichever provider. A checkout is open until it is paid, declined for good
-- or expires; there is one open page an account and purpose.
create table billing_checkouts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts,
  provider text not null check (provider in ('test', 'stripe')),
  purpose text not null check (purpose in ('plan', 'credits')),
  plan text,
  seats integer,
  credits integer,
  cents integer not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  reference text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index billing_checkouts_open on billing_checkouts (account_id, purpose)
  where state = 'open';

create table billing_subscriptions (
  account_id uuid primary key references billing_accounts,
  provider text not null,
  reference text not null unique,
  plan text not null check (plan in ('team', 'business')),
  seats integer not null,
  state text not null check (state in ('active', 'past_due', 'ended')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- What it becomes when the period ends; null: it goes on as it is.
  next_plan text check (next_plan in ('free', 'team', 'business')),
  next_seats integer
);

create table billing_invoices (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references billing_accounts,
  provider text not null,
  reference text not null unique,
  number text not null,
  currency text not null default 'eur',
  net_cents integer not null,
  tax_cents integer not null default 0,
  paid_cents integer not null default 0,
  reversed_cents integer not null default 0,
  state text not null check (state in ('open', 'paid', 'refunded', 'void')),
  lines jsonb not null,
  buyer jsonb not null default '{}',
  issued_at timestamptz not null default now(),
  paid_at timestamptz
);
create index billing_invoices_account on billing_invoices (account_id, issued_at desc);
create sequence billing_invoice_numbers;

-- Who an invoice is made out to.
create table billing_addresses (
  account_id uuid primary key references billing_accounts,
  details jsonb not null
);

-- Somebody pays for a project that is not theirs. offered → active → ending (14 days) → ended.
create table sponsorships (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  account_id uuid not null references billing_accounts,
  offered_by text not null check (offered_by in ('project', 'sponsor')),
  state text not null default 'offered' check (state in ('offered', 'active', 'ended')),
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz
);
create unique index sponsorships_living on sponsorships (project_id) where state <> 'ended';
