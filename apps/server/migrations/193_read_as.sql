-- As which role of readers the rows were looked at; null: with all that the connector may read, or from
-- before this was kept. Who works as such a role is told only of what that role was shown.
alter table table_profiles add column read_as text;
alter table findings add column read_as text;
