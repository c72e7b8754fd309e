-- Addresses outside of a project that a dashboard is mailed to. An address is
-- - asked: somebody entered it, and it was sent a question
-- - confirmed: whoever reads its mail said yes; from then on it is sent to
-- - gone: it said no more, which nobody in the project can undo
-- Whether it is sent to is looked at each time: its domain is still allowed, and who it is sent for may still change dashboards.
create table dashboard_guests (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references dashboard_subscriptions on delete cascade,
  email text not null,
  language text not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  unique (subscription_id, email)
);

-- Addresses that want no question of this project again, whatever becomes of its subscriptions.
create table dashboard_guest_refusals (
  project_id uuid not null references projects on delete cascade,
  email text not null,
  refused_at timestamptz not null default now(),
  primary key (project_id, email)
);

alter table dashboard_mailings drop constraint dashboard_mailings_pkey;
alter table dashboard_mailings alter column user_id drop not null,
  add column guest_id uuid references dashboard_guests on delete cascade,
  add constraint dashboard_mailings_one_reader check (num_nonnulls(user_id, guest_id) = 1);
create unique index dashboard_mailings_of_user on dashboard_mailings (subscription_id, slot, user_id);
create unique index dashboard_mailings_of_guest on dashboard_mailings (subscription_id, slot, guest_id);
create index dashboard_mailings_guest on dashboard_mailings (guest_id);
