import type pg from 'pg';

const SINCE_SOFT_ERRORS = 160_000;

/** Makes a function that says why a type refuses a text, or null where it does not; says its name. */
export async function createProblemFunction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    `select current_setting('server_version_num') as number`,
  );
  const isSoft = Number(rows[0]?.number) >= SINCE_SOFT_ERRORS;
  const name = 'pg_temp.causeway_problem';
  await client.query((isSoft ? askedProblems : caughtProblems)(name));
  return name;
}

/** Newer databases tell by themselves. */
export function askedProblems(name: string): string {
  return `create function ${name}(value text, type text) returns text
    language sql strict stable as $$
      select case when pg_catalog.pg_input_is_valid(value, type) then null
        else (select message from pg_catalog.pg_input_error_info(value, type)) end $$`;
}

/**
 * Older ones have to try. A cast would cut a text or bits that are too long, where a column refuses
 * them; a variable of PL/pgSQL refuses them too, but takes its time.
 */
export function caughtProblems(name: string): string {
  return `create function ${name}(value text, type text) returns text
    language plpgsql strict as $$
    begin
      if type ~ '^(character|bit)' then
        execute format('do %L', format('declare v %s; begin v := %L::text; end', type, value));
      else
        execute format('select %L::%s', value, type);
      end if;
      return null;
    exception when others then return sqlerrm;
    end $$`;
}
