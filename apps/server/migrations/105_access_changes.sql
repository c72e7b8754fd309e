-- Who may do what is asked for every request. What was read of it stays true as long as nothing is
-- added here: the transactions that changed something it depends on, each once.
create table access_changes (
  xid xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);

create function note_access_change() returns trigger language plpgsql as $$
begin
  -- Whoever mends a row by hand may look for tables elsewhere.
  execute format('insert into %I.access_changes default values on conflict do nothing',
    tg_table_schema);
  return null;
end
$$;

-- A session that is seen again changes nothing, nor does one that is new.
create trigger access_changed after update on sessions for each row
  when ((old.token_hash, old.user_id, old.impersonator_id, old.mode, old.expires_at, old.proved_at)
    is distinct from
    (new.token_hash, new.user_id, new.impersonator_id, new.mode, new.expires_at, new.proved_at)
    or new.last_seen_at < old.last_seen_at)
  execute function note_access_change();
create trigger access_ended after delete or truncate on sessions
  execute function note_access_change();

create trigger access_changed after update on users for each row
  when ((old.name, old.email, old.verified_at, old.staff, old.suspended_at)
    is distinct from (new.name, new.email, new.verified_at, new.staff, new.suspended_at))
  execute function note_access_change();
create trigger access_ended after delete or truncate on users
  execute function note_access_change();

create trigger access_changed after update on connectors for each row
  when ((old.project_id, old.updated_at) is distinct from (new.project_id, new.updated_at))
  execute function note_access_change();
create trigger access_ended after insert or delete or truncate on connectors
  execute function note_access_change();

create trigger access_changed after insert or update or delete or truncate on project_members
  execute function note_access_change();
create trigger access_changed after insert or update or delete or truncate on seatless_members
  execute function note_access_change();
