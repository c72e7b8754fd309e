-- A question that people answer with yes or no; the first answer counts. What it is about is in the
-- table of whoever asks, under subject_id.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  project_id uuid references projects on delete cascade,
  -- The weakest role that may answer, asked for at the moment of the answer.
  role text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz,
  outcome text check (outcome in ('accepted', 'declined', 'withdrawn')),
  answered_by uuid references users on delete set null,
  answered_at timestamptz
);
create index approvals_subject on approvals (subject_id);

-- What somebody was told. An entry of a project is shown to its members only, however they got it.
create table inbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  project_id uuid references projects on delete cascade,
  kind text not null,
  params jsonb not null,
  link text,
  -- What it is about: as long as it is unread, the next one about the same takes its place.
  about text,
  times int not null default 1,
  approval_id uuid references approvals on delete cascade,
  told_at timestamptz(3) not null default now(),
  read_at timestamptz,
  -- When it is sent by mail, unless it was read before.
  mail_due_at timestamptz,
  mailed_at timestamptz
);
create index inbox_person on inbox (user_id, told_at desc, id desc);
create index inbox_unread on inbox (user_id) where read_at is null;
create unique index inbox_about on inbox (user_id, kind, about) where read_at is null;
create index inbox_subject on inbox (kind, about);
create index inbox_approval on inbox (approval_id) where approval_id is not null;
create index inbox_project on inbox (project_id);
create index inbox_mail_due on inbox (mail_due_at) where mail_due_at is not null;
create index inbox_age on inbox (told_at);

-- Where somebody chose otherwise than the kind does by itself.
create table inbox_mail_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  is_mailed boolean not null,
  primary key (user_id, kind)
);
