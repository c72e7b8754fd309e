-- Publishing or switching on a workflow that others start on their failures took it from all of them:
-- whom they start is written down anew, as they run.
insert into workflow_followers (workflow_id, follower_id, trigger_id, statuses)
select workflow.id, follower.id, '', '{failed}'
from workflows workflow
join workflow_versions version on version.workflow_id = workflow.id
  and version.version = workflow.version
join workflows follower on follower.project_id = workflow.project_id and follower.id <> workflow.id
  and follower.id::text = lower(version.definition->'settings'->>'errorWorkflowId')
on conflict do nothing;
