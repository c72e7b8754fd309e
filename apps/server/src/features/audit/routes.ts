import { Readable } from 'node:stream';
import { type AuditEntry, type AuditFilter, auditRoutes } from '@causeway/contract/audit.ts';
import { withoutFormula } from '@causeway/contract/csv.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { listEntries } from './queries.ts';

const EXPORT_PAGE = 1_000;

export function mountAudit(mount: Mount, { credits }: Pick<Services, 'credits'>): void {
  const { defaultPlan: unbooked } = credits;
  mount('audit', auditRoutes, {
    list: async ({ db, actor, query }) => {
      const { cursor, limit, ...filter } = query;
      const [before = null] = readCursor(cursor, ['bigint']);
      const asked = { filter, before, limit: limit + 1, unbooked };
      const rows = await listEntries(db, actor.project, asked);
      return toPage(rows, limit, (row) => [row.id]);
    },

    export: async ({ db, actor, query }) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'private, no-store',
      },
      body: Readable.from(writeCsv(db, actor.project, { filter: query, unbooked }), {
        objectMode: false,
      }),
    }),
  });
}

const columns: [string, (entry: AuditEntry) => string | null | undefined][] = [
  ['at', ({ at }) => at],
  ['person', ({ actor }) => actor?.name],
  ['personId', ({ actor }) => actor?.id],
  ['actor', ({ actorKind }) => actorKind],
  ['actorName', ({ actorName }) => actorName],
  ['impersonator', ({ impersonator }) => impersonator?.name],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['targetName', ({ targetName }) => targetName],
  ['details', ({ details }) => JSON.stringify(details)],
  ['address', ({ address }) => address],
];

async function* writeCsv(
  db: Db,
  project: AuthorizedProject,
  asked: { filter: AuditFilter; unbooked: PlanId },
): AsyncGenerator<string> {
  yield `${columns.map(([name]) => name).join(',')}\r\n`;
  let before: string | null = null;
  for (;;) {
    const page: AuditEntry[] = await listEntries(db, project, {
      ...asked,
      before,
      limit: EXPORT_PAGE,
    });
    yield page
      .map((entry) => `${columns.map(([, read]) => cell(read(entry))).join(',')}\r\n`)
      .join('');
    before = page.at(-1)?.id ?? null;
    if (page.length < EXPORT_PAGE) return;
  }
}

/** Names are whatever people wrote: a spreadsheet must not take one for a formula. */
function cell(value: string | null | undefined): string {
  return `"${withoutFormula(value ?? '').replaceAll('"', '""')}"`;
}
