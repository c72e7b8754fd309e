import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { fileRoutes } from '@causeway/contract/files.ts';
import type { SentConnector } from '@causeway/contract/sql.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { FilesCall } from '#platform/files/call.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { exportRows } from './export.ts';
import { checkStatement, describeNames, listFiles } from './look.ts';
import { planStatement } from './plan.ts';
import { streamRun } from './run.ts';

export function mountFiles(mount: Mount, services: Services): void {
  type Given = Pick<FilesCall, 'db' | 'project' | 'signal'>;

  /** SQL over files takes the right to run SQL and the right to read the bucket. */
  async function open({ db, project, signal }: Given, sent: SentConnector): Promise<FilesCall> {
    const opened = await services.openedConnectors.s3(db, project);
    checkSentConnector(opened.connector, sent);
    if (!can(project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
    return { db, project, opened, signal };
  }

  mount('files', fileRoutes, {
    run: async ({ body, caller, ...given }) => {
      const call = await open(given, body.connector);
      return streamRun(services, { ...call, caller, body });
    },
    check: async ({ body, ...given }) =>
      checkStatement(services, await open(given, body.connector), body),
    plan: async ({ body, ...given }) =>
      planStatement(services, await open(given, body.connector), body),
    list: async ({ query, ...given }) => {
      refuseSecretsInUrl(query.connector);
      return listFiles(services, await open(given, query.connector), query);
    },
    columns: async ({ body, ...given }) =>
      describeNames(services, await open(given, body.connector), body.names),
    export: async ({ body, ...given }) =>
      exportRows(services, await open(given, body.connector), body),
  });
}
