import { Failure } from '@causeway/contract/errors.ts';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { joinSql, Sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { OpenedSql } from '../opened.ts';
import type { CatalogTable } from './catalog-table.ts';
import { filterSql } from './filter-sql.ts';
import { judgeReading, refuseTooPowerful } from './reading.ts';

/** Some rows of a table: what a filter says, and a condition somebody typed. */
export type Selection = { filter?: Filter | undefined; where?: string | undefined };

type SelectionServices = Pick<Services, 'sqlParser' | 'sqlCatalog' | 'rolePowers' | 'databases'>;
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
  services: SelectionServices,
  call: SelectionCall,
  where: string,
): Promise<Sql> {
  await refuseTooPowerful(services, call);
  const prefix = 'select 1 where (\n';
  const inspection = await services.sqlParser
    .inspect(`${prefix}${where}\n)`)
    .catch((error: unknown) => {
      throw withPosition(error, prefix.length);
    });
  if (inspection.statements !== 1 || !inspection.isBareCondition) {
    throw new Failure('E_SQL_SYNTAX', 'Write one condition, as it stands after WHERE.');
  }
  const { refusal } = await judgeReading(services, call.opened, inspection);
  if (refusal) throw new Failure('E_SQL_READ_ONLY', refusal);
  if (/\$\d/.test(where)) throw new Failure('E_SQL_SYNTAX', 'A condition has no parameters.');
  return new Sql([`(\n${where}\n)`], []);
}

function withPosition(error: unknown, prefix: number): unknown {
  if (!(error instanceof Failure) || typeof error.details?.place !== 'number') return error;
  const { place, ...details } = error.details;
  const position = Math.max(1, place - prefix + 1);
  return new Failure(error.code, error.message, { ...details, position });
}
