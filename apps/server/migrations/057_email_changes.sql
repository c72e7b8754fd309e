-- A new address of an account: asked for → confirmed by a code sent there → undone, perhaps. The first
-- old address of a week can take all of it back; later changes don't replace its link.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  code_hash bytea not null,
  wrong_codes int not null default 0,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undo_hash bytea unique,
  undo_until timestamptz,
  created_at timestamptz not null default now()
);
create index email_changes_user on email_changes (user_id);
