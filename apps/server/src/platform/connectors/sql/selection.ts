import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Filter } from '@causeway/contract/filters.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { joinSql, Sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { OpenedSql } from '../opened.ts';
import type { CatalogTable } from './catalog.ts';
import { filterSql } from './filter-sql.ts';

/** Some rows of a table: what a filter says, and a condition somebody typed. */
export type Selection = { filter?: Filter | undefined; where?: string | undefined };

type SelectionServices = Pick<Services, 'sqlParser' | 'rolePowers' | 'databases'>;
type SelectionCall = { opened: OpenedSql; table: CatalogTable; actor: ProjectActor };

/** What rows have to meet; undefined where all are meant. */
export async function conditionOf(
  services: SelectionServices,
  call: SelectionCall,
  { filter, where }: Selection,
): Promise<Sql | undefined> {
  const parts = [
    ...(filter ? [filterSql(call.table, filter)] : []),
    ...(where !== undefined && where.trim() !== ''
      ? [await rawCondition(services, call, where)]
      : []),
  ];
  return parts.length > 0 ? joinSql(parts, ' and ') : undefined;
}

/** SQL that somebody typed: one condition, read-only, nothing that reaches out of its brackets. */
async function rawCondition(
  { sqlParser, rolePowers, databases }: SelectionServices,
  { opened, actor }: SelectionCall,
  where: string,
): Promise<Sql> {
  const free = can(actor.project.role, 'sql.write');
  if (!free && (await rolePowers.reachBeyond(databases, opened.target))) {
    throw new Failure('E_CONNECTOR_TOO_POWERFUL');
  }
  const prefix = 'select 1 where (\n';
  const inspection = await sqlParser.inspect(`${prefix}${where}\n)`).catch((error: unknown) => {
    throw withPosition(error, prefix.length);
  });
  if (inspection.statements !== 1 || !inspection.isBareCondition) {
    throw new Failure('E_SQL_SYNTAX', 'Write one condition, as it stands after WHERE.');
  }
  if (inspection.refusal) throw new Failure('E_SQL_READ_ONLY', inspection.refusal);
  if (/\$\d/.test(where)) throw new Failure('E_SQL_SYNTAX', 'A condition has no parameters.');
  return new Sql([`(\n${where}\n)`], []);
}

function withPosition(error: unknown, prefix: number): unknown {
  if (!(error instanceof Failure) || typeof error.details?.place !== 'number') return error;
  const { place, ...details } = error.details;
  const position = Math.max(1, place - prefix + 1);
  return new Failure(error.code, error.message, { ...details, position });
}
