-- For which run of a workflow it is, where that run may use up so many credits and no more; and what
-- was charged when it ended.
alter table credit_holds add column run_id uuid, add column spent_u bigint not null default 0;
create index on credit_holds (run_id) where run_id is not null;
