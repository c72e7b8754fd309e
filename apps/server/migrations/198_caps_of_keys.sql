-- Whose key caused it: what a key sets going is counted towards the key's cap.
alter table runs add column key_id uuid;
alter table workflow_runs add column key_id uuid;

-- Who set a cap may change it; of a key there is one, whoever pays.
alter table spend_limits add column set_by uuid references users on delete set null;
create unique index spend_limits_key on spend_limits (scope_id) where scope = 'key';
