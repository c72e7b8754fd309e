import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { snippetModerationRoutes } from '@causeway/contract/snippets/moderation.ts';
import type { Actor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { moderationMail } from './moderation-mails.ts';
import {
  decideReports,
  hideSnippet,
  listModerated,
  type Moderated,
  readModerated,
  showSnippet,
} from './moderation.ts';

/** Staff decide; every decision has a reason, an entry in the audit log, and reaches the author. */
export function mountModeration(mount: Mount, { env, mailer }: Services): void {
  async function tellAuthor(
    tx: Tx,
    snippet: Moderated,
    { decision, reason }: { decision: 'hidden' | 'shown'; reason: string },
  ): Promise<void> {
    const link = `${env.publicUrl}/community/snippets/${snippet.id}`;
    const mail = moderationMail(snippet, { decision, reason, link });
    if (mail) await mailer.send(tx, mail);
  }

  mount('snippetModeration', snippetModerationRoutes, {
    queue: ({ db, actor, query }) => listModerated(db, actor, query),
    hide: async ({ db, actor, params, body }) => {
      const snippet = await readModerated(db, params.snippetId);
      await hideSnippet(db, snippet, body.reason);
      await record(db, { actor, snippet, ...body, action: 'snippet.hidden' });
      await tellAuthor(db, snippet, { decision: 'hidden', ...body });
      return null;
    },
    show: async ({ db, actor, params, body }) => {
      const snippet = await readModerated(db, params.snippetId);
      await showSnippet(db, snippet);
      await record(db, { actor, snippet, ...body, action: 'snippet.shown' });
      if (snippet.isHidden) await tellAuthor(db, snippet, { decision: 'shown', ...body });
      return null;
    },
    dismiss: async ({ db, actor, params, body }) => {
      const snippet = await readModerated(db, params.snippetId);
      await decideReports(db, snippet.id, 'dismissed');
      await record(db, { actor, snippet, ...body, action: 'snippet.reports.dismissed' });
      return null;
    },
  });
}

type Decision = {
  actor: Actor;
  snippet: Moderated;
  action: AuditAction;
  reason: string;
};

async function record(tx: Tx, { actor, snippet, action, reason }: Decision) {
  const { id, title, projectId } = snippet;
  await recordAct(tx, actor, {
    action,
    target: id,
    ...(projectId !== null && { projectId }),
    details: { title, reason },
  });
}
