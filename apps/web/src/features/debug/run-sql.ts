import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { api } from '#platform/api/api.ts';
import type { SqlAnswer } from '#domain/artifacts/sql-artifact.tsx';

/** Without a connector the server says what is missing. */
export function runSql(sql: string, connectorId: string | null): Promise<SqlAnswer> {
  return api.call(sqlRoutes.post, { body: { sql, connector: { id: connectorId ?? '' } } });
}
