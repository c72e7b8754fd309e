import { cell, resultField } from '@causeway/contract/artifacts.ts';
import { route } from '@causeway/contract/route.ts';
import { z } from 'zod';
import { api } from '#platform/api/api.ts';
import type { SqlAnswer } from '#platform/artifacts/sql-artifact.tsx';

// The SQL area brings its own contract; until then the call fails with the server's own message.
const runRoute = route({
  method: 'POST',
  path: '/api/sql/v1',
  summary: 'Run a statement on a connector',
  access: 'verified',
  body: z.object({
    sql: z.string(),
    bindings: z.array(cell),
    connector: z.object({ id: z.string().nullable() }),
  }),
  answer: z.object({ fields: z.array(resultField), rows: z.array(z.array(cell)) }),
});

export function runSql(sql: string, connectorId: string | null): Promise<SqlAnswer> {
  return api.call(runRoute, { body: { sql, bindings: [], connector: { id: connectorId } } });
}
