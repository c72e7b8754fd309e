-- Somebody lost everything they sign in with beside the password. At most one request an account:
-- it waits for days, in which each mail holds a way to stop it, and ends with two of the staff.
create table lost_factors (
  user_id uuid primary key references users on delete cascade,
  -- Of the staff, who began it for them; none where it was themselves.
  begun_by uuid references users on delete set null,
  asked_at timestamptz not null default now(),
  ready_at timestamptz not null,
  -- One a mail: an older link must not stop working because a newer mail came.
  stop_hashes bytea[] not null,
  mailed_at timestamptz not null default now(),
  told_staff_at timestamptz,
  agreed_by uuid references users on delete set null,
  agreed_at timestamptz
);
create index lost_factors_stop on lost_factors using gin (stop_hashes);
