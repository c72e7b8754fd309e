import type { z } from 'zod';
import type { safetyReport } from '@causeway/contract/connector-checks.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';
import { powersOfRole } from './dialect.ts';

type Report = z.infer<typeof safetyReport>;
type Finding = Report['findings'][number];

/**
 * Looks at what the database role may do. The role is the only real boundary around SQL that
 * people write, so one that can do more than it needs is worth a word.
 */
export async function inspectRole(databases: SqlDatabases, target: SqlTarget): Promise<Report> {
  const { text, values } = powersOfRole();
  const { fields, rows } = await databases.read(target, text, values);
  const powers = Object.fromEntries(
    fields.map((field, index) => [field.name, rows[0]?.[index] ?? null]),
  );
  const findings = findingsOf(powers);
  return {
    role: powers.role ?? '',
    findings:
      findings.length > 0 ? findings : [{ severity: 'good', code: 'read-only', detail: '' }],
    readOnlyRoleScript: readOnlyRoleScript(target.config.database),
  };
}

function findingsOf(powers: Record<string, string | null>): Finding[] {
  const findings: Finding[] = [];
  const add = (present: boolean, finding: Finding) => {
    if (present) findings.push(finding);
  };
  const has = (name: string) => powers[name] === 'true';
  add(has('superuser'), { severity: 'danger', code: 'superuser', detail: '' });
  add(has('reads_files') || has('writes_files'), {
    severity: 'danger',
    code: 'server-files',
    detail: '',
  });
  add(has('runs_programs'), { severity: 'danger', code: 'server-programs', detail: '' });
  add(has('creates_roles'), { severity: 'warning', code: 'creates-roles', detail: '' });
  add(has('creates_databases'), { severity: 'warning', code: 'creates-databases', detail: '' });
  add(has('bypasses_row_security'), {
    severity: 'warning',
    code: 'bypasses-row-security',
    detail: '',
  });
  add(has('replicates'), { severity: 'warning', code: 'replication', detail: '' });
  add(powers.extensions !== null, {
    severity: 'warning',
    code: 'dangerous-extension',
    detail: powers.extensions ?? '',
  });
  add(Number(powers.writable_tables) > 0, {
    severity: 'warning',
    code: 'writes-tables',
    detail: powers.writable_tables ?? '',
  });
  return findings;
}

function readOnlyRoleScript(database: string): string {
  const name = quoteIdentifier(database);
  return `create role causeway_reader login password 'choose-a-long-password'
  nosuperuser nocreatedb nocreaterole noinherit noreplication;
alter role causeway_reader set default_transaction_read_only = on;
grant connect on database ${name} to causeway_reader;
grant usage on schema public to causeway_reader;
grant select on all tables in schema public to causeway_reader;
alter default privileges in schema public grant select on tables to causeway_reader;`;
}
