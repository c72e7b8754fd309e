-- Since when a sponsor can't pay and the owner does in their place: both are told when that begins, and
-- when it is over.
alter table sponsorships add column out_since timestamptz;
