-- Of what somebody wants by mail: once a day instead of at once.
alter table inbox_mail_choices add column is_daily boolean not null default false;
