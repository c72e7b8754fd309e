import { Failure } from '@causeway/contract/errors.ts';
import { type SqlRequest, sqlRoutes } from '@causeway/contract/sql.ts';
import { refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import { createRolePowers } from '#platform/connectors/sql/role-powers.ts';
import { createTypeNames } from '#platform/connectors/sql/type-names.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { runSql, type SqlServices } from './run-sql.ts';
import { streamSql } from './stream-sql.ts';

export function mountSql(mount: Mount, services: Services): void {
  const own: SqlServices = {
    ...services,
    typeNames: createTypeNames(services.databases),
    rolePowers: createRolePowers(),
  };

  mount('sql', sqlRoutes, {
    get: ({ query, ...call }) => {
      refuseSecretsInUrl(query.connector);
      return runSql(own, { ...call, request: query, asks: 'reading' });
    },
    read: ({ body, ...call }) => runSql(own, { ...call, request: body, asks: 'reading' }),
    stream: ({ body, ...call }) => streamSql(own, { ...call, request: body, asks: 'reading' }),
    post: ({ body, ...call }) => runSql(own, { ...call, request: body, asks: 'anything' }),
    patch: ({ body, ...call }) => runSql(own, { ...call, request: body, asks: 'anything' }),
    delete: ({ query, body, ...call }) => {
      return runSql(own, { ...call, request: body ?? fromAddress(query), asks: 'anything' });
    },
  });
}

/** A DELETE may carry its statement in the address, as clients do that send no body with it. */
function fromAddress({ sql, bindings, connector, rowLimit }: Partial<SqlRequest>): SqlRequest {
  if (sql === undefined || connector === undefined) throw new Failure('E_SQL_EMPTY');
  refuseSecretsInUrl(connector);
  return { sql, bindings, connector, rowLimit };
}
