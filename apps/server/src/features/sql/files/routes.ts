import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import type { FilesCall } from '#platform/files/call.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { exportRows } from './export.ts';
import { checkStatement, describeNames, listFiles } from './look.ts';
import { planStatement } from './plan.ts';
import { streamRun } from './run.ts';

export function mountFiles(mount: Mount, services: Services): void {
  /** SQL over files takes the right to run SQL and the right to read the bucket. */
  function reading({ db, actor, opened, signal }: FilesCall): FilesCall {
    if (!can(actor.project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
    return { db, actor, opened, signal };
  }

  mount('files', fileRoutes, {
    run: async ({ body, ...given }) => streamRun(services, { ...reading(given), body }),
    check: async ({ body, ...given }) => checkStatement(services, reading(given), body),
    plan: async ({ body, ...given }) => planStatement(services, reading(given), body),
    list: async ({ query, ...given }) => listFiles(services, reading(given), query),
    columns: async ({ body, ...given }) => describeNames(services, reading(given), body.names),
    export: async ({ body, ...given }) => exportRows(services, reading(given), body),
  });
}
