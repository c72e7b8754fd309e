-- The time zone of its project by which no next time could be told. It waits until the project has another one.
alter table dashboard_subscriptions add column unknown_zone text;
