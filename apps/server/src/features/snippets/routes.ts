import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Actor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { classify } from './classify.ts';
import { mountComments } from './comment-routes.ts';
import { reportsOfPerson, starsOfPerson, writesOfPerson } from './limits.ts';
import { listSnippets, listTags } from './list.ts';
import { mountModeration } from './moderation-routes.ts';
import { noteFork, noteUse, reportSnippet, starSnippet, unstarSnippet } from './reactions.ts';
import { judge } from './share.ts';
import {
  describeSnippet,
  forgetDeleted,
  insertSnippet,
  listVersions,
  markDeleted,
  readDeleted,
  readEditable,
  readSnippet,
  readVersion,
  type StoredSnippet,
  updateSnippet,
} from './snippets.ts';

export function mountSnippets(mount: Mount, services: Services): void {
  const { limiter, jobs, sqlParser: parser, db: database } = services;

  mount('snippets', snippetRoutes, {
    list: ({ db, actor, query }) => listSnippets(db, actor, query),
    tags: ({ db, actor }) => listTags(db, actor),
    show: async ({ db, actor, params }) =>
      describeSnippet(await readSnippet(db, actor, params.snippetId)),
    create: async ({ db, actor, body }) => {
      await limiter.take(writesOfPerson, actor.user.id);
      const { visibility = 'private', projectId, ...content } = body;
      const wanted = { ...content, visibility, projectId: teamOf(visibility, projectId) };
      const { badge } = await judge({ db, parser }, actor, wanted);
      const id = await insertSnippet(db, actor.user.id, { ...wanted, badge });
      const snippet = await readSnippet(db, actor, id);
      await tellSharing(db, { actor, before: undefined, snippet });
      return describeSnippet(snippet);
    },
    update: async ({ db, actor, params, body }) => {
      const before = await readEditable(db, actor, params.snippetId);
      await limiter.take(writesOfPerson, actor.user.id);
      const { version, visibility = before.visibility, projectId, ...sent } = body;
      const isMoved = visibility !== before.visibility || isOther(projectId, before.projectId);
      // Others of the team may work on it; whom it is shown to is its author's to say.
      if (isMoved && !before.isMine) throw new Failure('E_FORBIDDEN');
      const wanted = {
        ...before,
        ...withoutMissing(sent),
        acknowledged: sent.acknowledged,
        visibility,
        projectId: teamOf(visibility, projectId ?? before.projectId ?? undefined),
      };
      const { badge } = await judge({ db, parser }, actor, wanted);
      const { origin: _, ...next } = wanted;
      await updateSnippet(db, actor, { snippet: before, version, next: { ...next, badge } });
      const snippet = await readSnippet(db, actor, before.id);
      await tellSharing(db, { actor, before, snippet });
      return describeSnippet(snippet);
    },
    remove: async ({ db, actor, params }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      const isTheirs = snippet.isMine && describeSnippet(snippet).isEditable;
      if (!isTheirs) throw new Failure('E_FORBIDDEN');
      await markDeleted(db, snippet, true);
      await record(db, { actor, snippet, action: 'snippet.deleted' });
      return null;
    },
    restore: async ({ db, actor, params }) => {
      const snippet = await readDeleted(db, actor, params.snippetId);
      await markDeleted(db, snippet, false);
      await record(db, { actor, snippet, action: 'snippet.restored' });
      return describeSnippet(snippet);
    },
    classify: ({ body }) => classify(parser, body.sql),
    star: async ({ db, actor, params }) => {
      await limiter.take(starsOfPerson, actor.user.id);
      return starSnippet(db, actor, await readSnippet(db, actor, params.snippetId));
    },
    unstar: async ({ db, actor, params }) => {
      return unstarSnippet(db, actor, await readSnippet(db, actor, params.snippetId));
    },
    fork: async ({ db, actor, params }) => {
      const origin = await readSnippet(db, actor, params.snippetId);
      await limiter.take(writesOfPerson, actor.user.id);
      const { id, version } = origin;
      const copy = { ...origin, visibility: 'private' as const, projectId: null };
      const made = await insertSnippet(db, actor.user.id, { ...copy, origin: { id, version } });
      await noteFork(db, origin);
      return describeSnippet(await readSnippet(db, actor, made));
    },
    noteUse: async ({ db, actor, params }) => {
      await noteUse(db, actor, await readSnippet(db, actor, params.snippetId));
      return null;
    },
    versions: async ({ db, actor, params, query }) => {
      return listVersions(db, await readSnippet(db, actor, params.snippetId), query);
    },
    version: async ({ db, actor, params }) => {
      return readVersion(db, await readSnippet(db, actor, params.snippetId), params.number);
    },
    report: async ({ db, actor, params, body }) => {
      const snippet = await readSnippet(db, actor, params.snippetId);
      await limiter.take(reportsOfPerson, actor.user.id);
      await reportSnippet(db, actor, snippet, body);
      return null;
    },
  });

  mountComments(mount, services);
  mountModeration(mount, services);

  jobs.define({
    name: 'snippets.sweep',
    data: z.object({}),
    schedule: '17 3 * * *',
    run: () => forgetDeleted(database),
  });
}

function teamOf(visibility: string, projectId: string | undefined): string | null {
  return visibility === 'team' ? (projectId ?? null) : null;
}

function isOther(projectId: string | undefined, before: string | null): boolean {
  return projectId !== undefined && projectId !== before;
}

type Sent = { [Name in string]?: unknown };

function withoutMissing<Values extends Sent>(sent: Values) {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> };
}

type Told = { actor: Actor; snippet: StoredSnippet };

/** Shown to more people, or to fewer: both are written down, where who saw it before reads it too. */
async function tellSharing(
  tx: Tx,
  { before, ...told }: Told & { before: StoredSnippet | undefined },
): Promise<void> {
  const was = before?.visibility ?? 'private';
  const { visibility, projectId } = told.snippet;
  const left = before?.projectId ?? null;
  if (was === visibility && left === projectId) return;
  if (was === 'team' || visibility === 'private') {
    const snippet = { ...told.snippet, projectId: left };
    await record(tx, { ...told, snippet, action: 'snippet.withdrawn' });
  }
  if (visibility !== 'private') await record(tx, { ...told, action: 'snippet.published' });
}

/** What others can see is written down; a private snippet is its author's business. */
async function record(tx: Tx, { actor, snippet, action }: Told & { action: AuditAction }) {
  const isPrivate = snippet.visibility === 'private' && action !== 'snippet.withdrawn';
  if (isPrivate) return;
  const { id, title, visibility, version, projectId } = snippet;
  await recordAct(tx, actor, {
    action,
    target: id,
    ...(projectId !== null && { projectId }),
    details: { title, visibility, version },
  });
}
