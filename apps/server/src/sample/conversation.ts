import type { FastifyInstance } from 'fastify';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import type { Route, RouteAnswer } from '@causeway/contract/route.ts';
import { startSession } from '#features/auth/sessions.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { Workspace } from './workspace.ts';

const questions = ['Top 5 products by revenue', 'Orders per month this year'];

/**
 * Asks the assistant about the shop once that is filled, as the demo account would: the conversation
 * that is there on the first morning holds what was really found. Nothing else depends on it.
 */
export async function beginConversation(
  app: FastifyInstance,
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  workspace: Asked,
): Promise<void> {
  try {
    await converse(app, db, workspace);
  } catch (error) {
    // Whatever it was: somebody who has just begun is not to lose the product over an example.
    logger.warn({ err: error }, 'the conversation of the sample workspace was not begun');
  }
}

type Asked = Pick<Workspace, 'projectId' | 'databaseId'>;

async function converse(app: FastifyInstance, db: Db, workspace: Asked): Promise<void> {
  const owner = await findRow<{ id: string }>(
    db,
    sql`select user_id as id from project_members
        where project_id = ${workspace.projectId} and role = 'owner' order by joined_at limit 1`,
  );
  if (!owner) return;
  const origin = { id: crypto.randomUUID(), address: '', network: '', userAgent: undefined };
  const token = await startSession(db, { userId: owner.id, origin, proofs: [] });
  const send: Send = (route, ids, payload) =>
    app.inject({
      method: route.method,
      url: route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''),
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  try {
    await askAll(send, workspace);
  } finally {
    await send(authRoutes.logout, {});
  }
}

type Send = (
  route: Route,
  ids: Record<string, string | null>,
  payload?: object,
) => Promise<{ json<Answer>(): Answer }>;

/** Only the built-in assistant is asked, since a model of the operator's would cost something. */
async function askAll(send: Send, { projectId, databaseId }: Asked): Promise<void> {
  const listed = (await send(assistantRoutes.list, { projectId })).json<
    RouteAnswer<typeof assistantRoutes.list>
  >();
  if (listed.model.kind !== 'built-in' || listed.threads.length > 0) return;
  const { id: threadId } = (
    await send(assistantRoutes.create, { projectId }, { connectorId: databaseId })
  ).json<RouteAnswer<typeof assistantRoutes.create>>();
  let parentId: string | null = null;
  for (const text of questions) {
    const question = { questionId: crypto.randomUUID(), text, parentId, language: 'en' };
    await send(assistantRoutes.ask, { projectId, threadId }, question);
    const { thread } = (await send(assistantRoutes.show, { projectId, threadId })).json<
      RouteAnswer<typeof assistantRoutes.show>
    >();
    parentId = thread.leafId;
  }
}
