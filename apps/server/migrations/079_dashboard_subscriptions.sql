-- A dashboard that comes by mail. Whoever finds a slot due writes down its mails and moves the
-- subscription on in one transaction; each mail is sent with the transaction that says so.
create table dashboard_subscriptions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  dashboard_id uuid not null references dashboards on delete cascade,
  author_id uuid not null references users on delete cascade,
  rhythm text not null,
  weekday integer not null,
  minute integer not null,
  asked jsonb not null,
  is_held boolean not null default false,
  next_at timestamptz not null,
  last_at timestamptz,
  last_failed integer,
  created_at timestamptz not null default now()
);
create index dashboard_subscriptions_dashboard on dashboard_subscriptions (dashboard_id);
create index dashboard_subscriptions_project on dashboard_subscriptions (project_id);
create index dashboard_subscriptions_author on dashboard_subscriptions (author_id);
create index dashboard_subscriptions_due on dashboard_subscriptions (next_at) where not is_held;

create table dashboard_subscribers (
  subscription_id uuid not null references dashboard_subscriptions on delete cascade,
  user_id uuid not null references users on delete cascade,
  unsubscribed_at timestamptz,
  primary key (subscription_id, user_id)
);
create index dashboard_subscribers_user on dashboard_subscribers (user_id);

create table dashboard_mailings (
  subscription_id uuid not null references dashboard_subscriptions on delete cascade,
  slot timestamptz not null,
  user_id uuid not null references users on delete cascade,
  sent_at timestamptz,
  -- Somebody collects and draws for it; when they are silent, another does.
  taken_until timestamptz,
  primary key (subscription_id, slot, user_id)
);
create index dashboard_mailings_open on dashboard_mailings (slot) where sent_at is null;
create index dashboard_mailings_user on dashboard_mailings (user_id);

-- What came with a mail that is kept: names and sizes.
alter table kept_mails add column attachments jsonb not null default '[]';
