-- What was taken out of people's databases when the project was deleted: it is put back with it.
alter table resting_projects add column taken jsonb not null default '[]';
