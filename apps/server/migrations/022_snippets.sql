-- SQL that people share. A deleted one can be brought back for a while; a hidden one was taken out of
-- sight by staff and is its author's to see.
create function snippet_words(title jsonb, body jsonb, tags text[], statement text)
returns tsvector language plpgsql immutable as $$
begin
  return setweight(to_tsvector('pg_catalog.english', coalesce(title->>'en', '')), 'A')
    || setweight(to_tsvector('pg_catalog.german', coalesce(title->>'de', '')), 'A')
    || setweight(to_tsvector('pg_catalog.simple', concat_ws(' ', title->>'en', title->>'de',
         title->>'fr', title->>'it', array_to_string(tags, ' '))), 'A')
    || setweight(to_tsvector('pg_catalog.english', coalesce(body->>'en', '')), 'B')
    || setweight(to_tsvector('pg_catalog.german', coalesce(body->>'de', '')), 'B')
    || setweight(to_tsvector('pg_catalog.simple', concat_ws(' ', body->>'fr', body->>'it')), 'B')
    || setweight(to_tsvector('pg_catalog.simple', statement), 'D');
end $$;

create table snippets (
  id uuid primary key default gen_random_uuid(),
  author_id uuid references users on delete set null,
  project_id uuid references projects on delete set null,
  visibility text not null check (visibility in ('private', 'team', 'public')),
  title jsonb not null,
  body jsonb not null,
  sql text not null,
  parameters jsonb not null,
  tags text[] not null,
  badge text check (badge in ('read', 'write', 'ddl')),
  version integer not null default 1,
  origin_id uuid references snippets on delete set null,
  origin_version integer,
  stars integer not null default 0,
  uses integer not null default 0,
  comments integer not null default 0,
  forks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  words tsvector generated always as (snippet_words(title, body, tags, sql)) stored
);
create index snippets_words on snippets using gin (words);
create index snippets_tags on snippets using gin (tags);
create index snippets_newest on snippets (date_trunc('milliseconds', created_at at time zone 'UTC') desc, id desc)
  where visibility = 'public' and deleted_at is null and hidden_at is null;
create index snippets_stars on snippets (stars desc, id desc)
  where visibility = 'public' and deleted_at is null and hidden_at is null;
create index snippets_uses on snippets (uses desc, id desc)
  where visibility = 'public' and deleted_at is null and hidden_at is null;
create index snippets_author on snippets (author_id);
create index snippets_project on snippets (project_id) where visibility = 'team';
create index snippets_origin on snippets (origin_id);
create index snippets_hidden on snippets (hidden_at) where hidden_at is not null;
create index snippets_deleted on snippets (deleted_at) where deleted_at is not null;

-- What a snippet was, the current version included, and who could see it then: what was taken out
-- before it was shared stays between its authors.
create table snippet_versions (
  snippet_id uuid not null references snippets on delete cascade,
  version integer not null,
  visibility text not null,
  title jsonb not null,
  body jsonb not null,
  sql text not null,
  parameters jsonb not null,
  tags text[] not null,
  author_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (snippet_id, version)
);
create index snippet_versions_author on snippet_versions (author_id);

create table snippet_stars (
  snippet_id uuid not null references snippets on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (snippet_id, user_id)
);
create index snippet_stars_user on snippet_stars (user_id);

-- People are counted, not clicks.
create table snippet_uses (
  snippet_id uuid not null references snippets on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (snippet_id, user_id)
);
create index snippet_uses_user on snippet_uses (user_id);

create table snippet_comments (
  id uuid primary key default gen_random_uuid(),
  snippet_id uuid not null references snippets on delete cascade,
  author_id uuid references users on delete set null,
  text text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null
);
create index snippet_comments_snippet on snippet_comments (snippet_id, created_at, id);
create index snippet_comments_author on snippet_comments (author_id);
create index snippet_comments_deleted_by on snippet_comments (deleted_by);

-- Open until staff decided; one open report a reader and snippet.
create table snippet_reports (
  id uuid primary key default gen_random_uuid(),
  snippet_id uuid not null references snippets on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null,
  text text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decision text check (decision in ('hidden', 'dismissed'))
);
create unique index snippet_reports_open on snippet_reports (snippet_id, reporter_id)
  where decided_at is null;
create index snippet_reports_queue on snippet_reports (created_at, snippet_id) where decided_at is null;
create index snippet_reports_reporter on snippet_reports (reporter_id);
