-- Tries at an account that were refused, and sign-ins beyond those that have a line of their own in the
-- log, summed: three rows an account and day, however often somebody guesses.
create table sign_in_counts (
  user_id uuid not null references users on delete cascade,
  day date not null,
  outcome text not null check (outcome in ('signed-in', 'password', 'code')),
  tries integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_address text,
  primary key (user_id, day, outcome)
);
create index sign_in_counts_age on sign_in_counts (day);

-- What somebody did with their own account, which belongs to no project.
create index audit_log_own on audit_log (actor_id, id desc) where project_id is null;
