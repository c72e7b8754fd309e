import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Services } from '#platform/services.ts';
import type { OpenedSql } from '../opened.ts';
import type { Inspection } from './inspect-statement.ts';
import type { Reuse } from './sessions.ts';
import { findNamedDanger } from './server-dangers.ts';

type Call = { opened: OpenedSql; actor: Pick<ProjectActor, 'project'> };

/**
 * What reading costs a statement: why it is refused, if it is, and how the session it ran on may be
 * used again. The parser knows the statement, the database what its names call.
 */
export async function judgeReading(
  { sqlCatalog }: Pick<Services, 'sqlCatalog'>,
  { target }: OpenedSql,
  { refusal, names, leavesNoTrace }: Inspection,
): Promise<{ refusal: string | undefined; reuse: Reuse }> {
  if (refusal !== undefined) return { refusal, reuse: 'never' };
  const dangers = await sqlCatalog.readDangers(target);
  return {
    refusal: findNamedDanger(dangers, names),
    reuse: leavesNoTrace && dangers.catalogComesFirst ? 'after-reset' : 'never',
  };
}

/**
 * The role of the database is the only real fence around SQL that people write: where it has none,
 * who may only read writes no SQL.
 */
export async function refuseTooPowerful(
  { rolePowers, databases }: Pick<Services, 'rolePowers' | 'databases'>,
  { opened, actor }: Call,
): Promise<void> {
  if (can(actor.project.role, 'sql.write')) return;
  if (!(await rolePowers.reachBeyond(databases, opened.target))) return;
  throw new Failure('E_CONNECTOR_TOO_POWERFUL');
}

/** Nor do they look into the tables of the server itself: passwords, files and other people are there. */
export async function refuseSystemTables(
  services: Pick<Services, 'rolePowers' | 'databases'>,
  call: Call,
  schema: string,
): Promise<void> {
  if (isSystemSchema(schema)) await refuseTooPowerful(services, call);
}

function isSystemSchema(schema: string): boolean {
  return schema.startsWith('pg_') || schema === 'information_schema';
}
