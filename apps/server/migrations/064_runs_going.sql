-- How many runs of a project go on: asked whenever some are taken from the queue.
create index workflow_runs_going on workflow_runs (project_id) where status = 'running';
