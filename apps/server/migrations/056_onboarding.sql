-- How far somebody is with setting up: the furthest step and what was written down on the way. That a
-- project is there and the address verified is not kept here: both are looked at.
create table onboarding (
  user_id uuid primary key references users on delete cascade,
  furthest text not null default 'project',
  skipped text[] not null default '{}',
  -- Whom to invite once the address is verified. Until then nobody is mailed and no token exists.
  invitations jsonb not null default '[]',
  plan text not null default 'free',
  payment jsonb,
  -- What became of the invitations.
  outcome jsonb,
  version int not null default 1
);

-- A connector to the sample services of this installation: it follows them to where they listen.
alter table connectors add column sample text check (sample in ('database', 'bucket'));
