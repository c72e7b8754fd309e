import { Failure } from '@causeway/contract/errors.ts';
import { type Replacement, replaceRoutes } from '@causeway/contract/replace.ts';
import type { SentConnector } from '@causeway/contract/sql.ts';
import type { AuthorizedProject } from '#platform/access/caller.ts';
import { checkSentConnector } from '#platform/connectors/sent.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { findConflicts } from './check.ts';
import { countMatches, previewRows } from './look.ts';
import { openReplacement } from './open-replacement.ts';
import { runReplacement } from './run.ts';

type Sent = { connector: SentConnector; replacement: Replacement };

export function mountReplace(mount: Mount, services: Services): void {
  const { openedConnectors } = services;

  async function open(
    { db, project }: { db: Db; project: AuthorizedProject },
    { connector, replacement }: Sent,
  ) {
    const opened = await openedConnectors.sql(db, project);
    checkSentConnector(opened.connector, connector);
    return openReplacement(services, { opened, project }, replacement);
  }

  mount('replace', replaceRoutes, {
    count: async ({ body, signal, ...call }) => {
      return countMatches(services, await open(call, body), signal);
    },
    preview: async ({ body, signal, ...call }) => {
      const { after, limit } = body;
      return previewRows(services, await open(call, body), { after, limit, signal });
    },
    check: async ({ body, signal, ...call }) => {
      return findConflicts(services, await open(call, body), { chosen: body, signal });
    },
    run: async ({ body, signal, caller, ...call }) => {
      const replacement = await open(call, body);
      if (replacement.opened.connector.settings.readOnly) {
        throw new Failure('E_CONNECTOR_READ_ONLY');
      }
      if (!replacement.table.isUpdatable) throw new Failure('E_TABLE_READ_ONLY');
      const { expectedRows } = body;
      const running = { project: call.project, caller, chosen: body, expectedRows, signal };
      return runReplacement(services, replacement, running);
    },
  });
}
