alter table dashboards
  add column folder text not null default '',
  -- In order; empty where the dashboard is one page.
  add column tabs jsonb not null default '[]',
  -- Colours that values keep, and how often it is read again.
  add column settings jsonb not null default '{}';

-- What was published, never changed: restoring one publishes its content anew.
create table dashboard_versions (
  dashboard_id uuid not null references dashboards on delete cascade,
  version integer not null,
  content jsonb not null,
  author_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (dashboard_id, version)
);
create index dashboard_versions_author on dashboard_versions (author_id);

insert into dashboard_versions (dashboard_id, version, content, author_id, created_at)
select id, version,
  jsonb_build_object('filters', filters, 'tabs', '[]'::jsonb, 'settings', '{}'::jsonb, 'tiles',
    coalesce((select jsonb_agg(tile.settings || jsonb_build_object('id', tile.id,
        'kind', tile.kind, 'title', tile.title, 'x', tile.x, 'y', tile.y, 'w', tile.w, 'h', tile.h)
        || case when tile.kind in ('text', 'link') then '{}'
          else jsonb_build_object('queryId', tile.query_id) end)
      from dashboard_tiles tile where tile.dashboard_id = dashboard.id), '[]')),
  author_id, updated_at
from dashboards dashboard;

-- One a person: what they arrange until they publish it.
create table dashboard_drafts (
  dashboard_id uuid not null references dashboards on delete cascade,
  user_id uuid not null references users on delete cascade,
  base_version integer not null,
  content jsonb not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (dashboard_id, user_id)
);
create index dashboard_drafts_user on dashboard_drafts (user_id);

-- What a dashboard is to one person: a favorite, when they saw it last, and how it looked then.
create table dashboard_marks (
  dashboard_id uuid not null references dashboards on delete cascade,
  user_id uuid not null references users on delete cascade,
  is_favorite boolean not null default false,
  viewed_at timestamptz,
  -- Drawn from what this person's role saw: 'writer' or 'reader' of the databases.
  sees text,
  picture jsonb,
  failing integer not null default 0,
  version integer,
  primary key (dashboard_id, user_id)
);
create index dashboard_marks_user on dashboard_marks (user_id);
