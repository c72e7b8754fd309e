-- Somebody gives their account up: it is out of use at once and erased when the days to think again
-- are over.
alter table users
  add column leaving_at timestamptz,
  add column erase_at timestamptz,
  add constraint users_leaving check ((leaving_at is null) = (erase_at is null));
create index users_erase on users (erase_at) where erase_at is not null;

-- The picture of a person; users.avatar names it. Its id is all one needs to see it, so each new
-- picture has another.
create table avatars (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  picture bytea not null,
  created_at timestamptz not null default now()
);

-- What is stored of a person, as a file for them alone: being made → ready or failed → gone.
create table account_exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null
);
create index account_exports_user on account_exports (user_id, created_at desc);
create index account_exports_age on account_exports (expires_at);

create table account_export_parts (
  export_id uuid not null references account_exports on delete cascade,
  number int not null,
  content bytea not null,
  primary key (export_id, number)
);

-- Who was in a project and left it. What they kept there for themselves is erased some time later.
create table departed_members (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  left_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index departed_members_age on departed_members (left_at);
create index departed_members_user on departed_members (user_id);

-- The log stays append-only, but for one thing: names and addresses of an account that was erased
-- are taken out. What was done, when, to what and under which id never changes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_log'
    and current_setting('causeway.erasing', true) = 'on'
    and (to_jsonb(new) - '{actor_name,impersonator_name,details,address}'::text[])
      = (to_jsonb(old) - '{actor_name,impersonator_name,details,address}'::text[])
    then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create index audit_log_person on audit_log (actor_id, id desc);
create index audit_log_target on audit_log (target, id desc) where target is not null;

-- What staff may do while they act as somebody: everything but what is refused, or look only.
alter table sessions add column mode text not null default 'act' check (mode in ('act', 'view'));
