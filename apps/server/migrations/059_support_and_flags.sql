-- What somebody asks those who run the installation. It is its author's, not a project's: nobody else
-- of a project sees it. Open until staff close it; writing to it opens it again.
create table support_threads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  subject text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Where it was asked: the path without what it was asked about, the build, the last failed request.
  page text not null,
  build text not null,
  request_id text,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  last_by text not null default 'person' check (last_by in ('person', 'staff')),
  -- Up to when its author has read it.
  seen_at timestamptz not null default now()
);
create index support_threads_user on support_threads (user_id, last_at desc);
create index support_threads_state on support_threads (state, last_at desc, id desc);

create table support_messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references support_threads on delete cascade,
  -- Staff who have left are still staff there.
  author_id uuid references users on delete set null,
  by_staff boolean not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index support_messages_thread on support_messages (thread_id, created_at, id);
create index support_messages_author on support_messages (author_id);

-- Pictures of pages, written anew when they arrive; without a message they were never sent.
create table support_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  message_id uuid references support_messages on delete cascade,
  content bytea not null,
  created_at timestamptz not null default now()
);
create index support_files_message on support_files (message_id);
create index support_files_user on support_files (user_id);

-- What the operator turned on or off; the catalogue says what there is and what holds without a row.
create table feature_flags (
  name text primary key,
  state text not null check (state in ('on', 'off', 'staff')),
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now()
);

create index audit_log_staff on audit_log (id desc)
  where action like 'staff.%' or action like 'support.%' or action like 'impersonation.%';
