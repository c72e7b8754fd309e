-- Rows as they were are forgotten after a while; the job that does so looks only at sets that still have them.
create index change_sets_kept on change_sets (at) where not_revertible is distinct from 'expired';
