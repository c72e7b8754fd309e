import type { z } from 'zod';
import type { safetyReport } from '@causeway/contract/connectors/checks.ts';
import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';
import { ownSchemas, powersOfRole } from './dialect.ts';
import { READER, readOnlyRoleScript } from './reader-script.ts';

type Report = z.infer<typeof safetyReport>;
type Finding = Report['findings'][number];

/**
 * Looks at what the database role may do. The role is the only real boundary around SQL that
 * people write, so one that can do more than it needs is worth a word.
 */
export async function inspectRole(databases: SqlDatabases, target: SqlTarget): Promise<Report> {
  const powers = (await readPowers(databases, target)) ?? {};
  const findings = findingsOf(powers);
  const { text, values } = ownSchemas();
  const { rows } = await databases.read(target, text, values);
  return {
    role: powers.role ?? '',
    findings:
      findings.length > 0 ? findings : [{ severity: 'good', code: 'read-only', detail: '' }],
    readOnlyRoleScript: readOnlyRoleScript({
      database: target.config.database,
      login: target.config.user,
      places: rows.map(([schema, owner]) => ({ schema: schema ?? '', owner: owner ?? '' })),
    }),
    readOnlyRoleName: READER,
    reader: null,
  };
}

/** Whether the role behind a connector reaches beyond the data, itself or by a role it may take on. */
export async function reachesBeyond(databases: SqlDatabases, target: SqlTarget): Promise<boolean> {
  return isPowerful((await readPowers(databases, target)) ?? {});
}

/** How a role would do as the one that readers are switched to. */
export async function inspectReader(
  databases: SqlDatabases,
  login: SqlTarget,
  role: string,
): Promise<NonNullable<Report['reader']>> {
  const powers = await readPowers(databases, login, role);
  const problem = !powers
    ? 'missing'
    : powers.may_be_set !== 'true'
      ? 'not-settable'
      : isPowerful(powers)
        ? 'powerful'
        : null;
  return { role, problem, writableTables: Number(powers?.writable_tables ?? 0) };
}

type Powers = Record<string, string | null>;

async function readPowers(
  databases: SqlDatabases,
  target: SqlTarget,
  role: string | null = null,
): Promise<Powers | undefined> {
  const { text, values } = powersOfRole(role);
  const { fields, rows } = await databases.read(target, text, values);
  const [row] = rows;
  return row && Object.fromEntries(fields.map(({ name }, index) => [name, row[index] ?? null]));
}

function isPowerful(powers: Powers): boolean {
  return findingsOf(powers).some(({ severity }) => severity === 'danger');
}

function findingsOf(powers: Powers): Finding[] {
  const findings: Finding[] = [];
  const add = (present: boolean, finding: Finding) => {
    if (present) findings.push(finding);
  };
  const has = (name: string) => powers[name] === 'true';
  add(has('superuser'), { severity: 'danger', code: 'superuser', detail: '' });
  add(typeof powers.by_membership === 'string', {
    severity: 'warning',
    code: 'powerful-membership',
    detail: powers.by_membership ?? '',
  });
  add(has('reads_files') || has('writes_files'), {
    severity: 'danger',
    code: 'server-files',
    detail: '',
  });
  add(has('runs_programs'), { severity: 'danger', code: 'server-programs', detail: '' });
  // Before Postgres 16 who makes roles can give themselves any but a superuser's.
  add(has('creates_roles'), {
    severity: has('gives_itself_roles') ? 'danger' : 'warning',
    code: 'creates-roles',
    detail: '',
  });
  add(has('creates_databases'), { severity: 'warning', code: 'creates-databases', detail: '' });
  add(has('bypasses_row_security'), {
    severity: 'warning',
    code: 'bypasses-row-security',
    detail: '',
  });
  add(has('replicates'), { severity: 'warning', code: 'replication', detail: '' });
  add(typeof powers.extensions === 'string', {
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
