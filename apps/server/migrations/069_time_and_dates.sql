-- In which time zone somebody reads, and how dates and times are written for them. Beside the settings,
-- whose fields others count on.
alter table users add column formats jsonb not null default '{}';
