import { Failure } from '@causeway/contract/errors.ts';
import { type SqlRequest, sqlRoutes } from '@causeway/contract/sql/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { runSql } from './run-sql.ts';
import { runTogether } from './run-together.ts';
import { streamSql } from './stream-sql.ts';

export function mountSql(mount: Mount, services: Services): void {
  mount('sql', sqlRoutes, {
    get: ({ query, ...call }) => runSql(services, { ...call, request: query, asks: 'reading' }),
    read: ({ body, ...call }) => runSql(services, { ...call, request: body, asks: 'reading' }),
    stream: ({ body, ...call }) => streamSql(services, { ...call, request: body, asks: 'reading' }),
    post: ({ body: { further, ...request }, ...call }) => {
      const asked = { ...call, request, asks: 'anything' as const };
      return further?.length ? runTogether(services, asked, further) : runSql(services, asked);
    },
    patch: ({ body, ...call }) => runSql(services, { ...call, request: body, asks: 'anything' }),
    delete: ({ query, body, ...call }) => {
      return runSql(services, { ...call, request: body ?? fromAddress(query), asks: 'anything' });
    },
  });
}

/** A DELETE may carry its statement in the address, as clients do that send no body with it. */
function fromAddress({ sql, bindings, connector, rowLimit }: Partial<SqlRequest>): SqlRequest {
  if (sql === undefined || connector === undefined) throw new Failure('E_SQL_EMPTY');
  return { sql, bindings, connector, rowLimit };
}
