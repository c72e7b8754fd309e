import { quoteIdentifier } from '#platform/db/sql.ts';

export const READER = 'causeway_reader';

type Wanted = {
  database: string;
  login: string;
  /** Schemas people keep tables in, each with everybody who made tables there. */
  places: { schema: string; owner: string }[];
};

/**
 * A role that reads every schema there is and those that come, and can not log in by itself: the
 * connector's login takes it on. It may be run again after a schema was added.
 */
export function readOnlyRoleScript({ database, login, places }: Wanted): string {
  const schemas = [...new Set(places.map(({ schema }) => schema))].map(quoteIdentifier);
  const owners = [...new Set([login, ...places.map(({ owner }) => owner)])].map(quoteIdentifier);
  const lines = [
    `do $$ begin
  if not exists (select from pg_roles where rolname = '${READER}') then
    create role ${READER} nologin nosuperuser nocreatedb nocreaterole noinherit noreplication;
  end if;
end $$;`,
    `grant ${READER} to ${quoteIdentifier(login)};`,
    `grant connect on database ${quoteIdentifier(database)} to ${READER};`,
    ...schemas.flatMap((schema) => [
      `grant usage on schema ${schema} to ${READER};`,
      `grant select on all tables in schema ${schema} to ${READER};`,
      `grant select on all sequences in schema ${schema} to ${READER};`,
    ]),
    ...owners.flatMap((owner) => [
      `alter default privileges for role ${owner} grant usage on schemas to ${READER};`,
      `alter default privileges for role ${owner} grant select on tables to ${READER};`,
      `alter default privileges for role ${owner} grant select on sequences to ${READER};`,
    ]),
  ];
  return lines.join('\n');
}
