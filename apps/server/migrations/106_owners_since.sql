-- Since when somebody owns a project, where that is not since they joined it: who has owned it longest
-- pays, and nobody comes to pay by being made an owner beside who does.
alter table project_members add column owner_since timestamptz;
alter table resting_members add column owner_since timestamptz;
