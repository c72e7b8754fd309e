-- Where somebody has signed in from: wrong passwords sent from elsewhere don't shut these out.
create table account_networks (
  user_id uuid not null references users on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index account_networks_age on account_networks (seen_at);
