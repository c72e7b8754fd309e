-- Who an account is at a provider. A look at the provider draws a ticket before it asks, and is taken
-- only while no later one was: a slow answer never overwrites a newer one.
create table billing_customers (
  account_id uuid primary key references billing_accounts,
  provider text not null,
  reference text not null unique,
  ticket bigint not null default 0,
  applied bigint not null default 0
);

-- Events of the provider are hints to look again; of each its id is kept, never its content.
create table provider_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  customer text,
  received_at timestamptz not null default now()
);

-- The built-in test provider's own books: what a real one would know.
create table test_customers (
  account_id uuid primary key references billing_accounts,
  books jsonb not null
);
