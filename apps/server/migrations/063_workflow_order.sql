-- Runs with the same key of a workflow follow one another: whether one is ahead is asked for each that
-- waits for its turn.
create index workflow_runs_key_ahead on workflow_runs (workflow_id, concurrency_key)
  where concurrency_key is not null and status in ('running', 'waiting');
create index workflow_runs_key_queue on workflow_runs (workflow_id, concurrency_key, id)
  where concurrency_key is not null and status = 'queued';
