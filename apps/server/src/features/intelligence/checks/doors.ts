import type { Severity } from '@causeway/contract/intelligence/checks.ts';
import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { about, type Candidate } from './candidate.ts';

/** Who gets in: by grants, and by row security that is not on. */
export function checkDoors(picture: Picture): Candidate[] {
  return [
    ...picture.tables.flatMap((table) => [...publicGrants(table), ...policiesOff(table)]),
    ...siblingsWithout(picture),
  ];
}

export function powerfulRole(role: string, connectorId: string): Candidate {
  return {
    check: 'powerful-role',
    severity: 'critical',
    schema: null,
    table: null,
    columns: [],
    objects: [connectorId, role],
    facts: { role },
    size: 1,
    sql: 'select rolname, rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = session_user',
  };
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']);

function publicGrants(table: SeenTable): Candidate[] {
  const granted = table.publicGrants.filter((one) => one === 'SELECT' || writing.has(one));
  if (granted.length === 0) return [];
  const severity: Severity = table.isReachable ? 'critical' : 'medium';
  const list = granted.join(', ');
  const path = identifier(table.schema, table.name).text;
  return [
    about(table, [], {
      check: 'public-grants',
      severity,
      facts: { what: list },
      size: granted.length,
      sql: `select grantee, privilege_type from information_schema.role_table_grants
where table_schema = ${quote(table.schema)} and table_name = ${quote(table.name)}`,
      fix: {
        statement: `revoke ${list} on ${path} from public`,
        undo: `grant ${list} on ${path} to public`,
        lock: 'nobody',
        seconds: 0.1,
        kind: 'quick',
      },
    }),
  ];
}

function policiesOff(table: SeenTable): Candidate[] {
  if (table.policies === 0 || table.hasRowSecurity) return [];
  const path = identifier(table.schema, table.name).text;
  return [
    about(table, [], {
      check: 'row-security-off',
      severity: 'critical',
      facts: { count: table.policies },
      size: table.policies,
      fix: {
        statement: `alter table ${path} enable row level security`,
        undo: `alter table ${path} disable row level security`,
        lock: 'everyone-shortly',
        seconds: 0.1,
        kind: 'quick',
      },
    }),
  ];
}

const tenants =
  /^(tenant|org|organi[sz]ation|company|account|workspace|team|client|mandant)(_?id|_?key)$/i;

/** The same tenant column, and half of those that have it are guarded by row. */
function siblingsWithout({ tables }: Picture): Candidate[] {
  const having = tables.flatMap((table) => {
    const column = table.columns.find(({ name }) => tenants.test(name));
    return column && table.kind !== 'm' ? [{ table, column }] : [];
  });
  const groups = Map.groupBy(having, ({ table, column }) => `${table.schema} ${column.name}`);
  return [...groups.values()].flatMap((group) => {
    const guarded = group.filter(({ table }) => table.hasRowSecurity);
    if (guarded.length < 2 || guarded.length < group.length / 2) return [];
    return group
      .filter(({ table }) => !table.hasRowSecurity && table.policies === 0)
      .map(({ table, column }) =>
        about(table, [column.number], {
          check: 'row-security-missing',
          severity: table.isReachable ? 'critical' : 'high',
          facts: { count: guarded.length },
          size: 1,
        }),
      );
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
