import { type Action, can } from '@causeway/contract/access.ts';
import { covers } from '@causeway/contract/scopes.ts';
import type { Db } from '#platform/db/database.ts';
import type { AuthorizedProject, LinkHolder } from './actor.ts';
import { findActor, type Found, type Identity } from './find-actor.ts';

/**
 * Whoever opens a link is taken for the session, key or person it was made for, with what that may do now.
 * Undefined when it may not any more.
 */
export async function findLinkReader(
  db: Db,
  holder: LinkHolder,
  wanted: { action: Action; scope: 'data:read' | 'storage:read'; connectorId: string },
): Promise<(Found & { project: AuthorizedProject }) | undefined> {
  const { action, scope, connectorId } = wanted;
  const identity = identityOf(holder);
  const found = identity && (await findActor(db, identity, { connectorId }));
  const project = found?.user.verified ? found.project : undefined;
  if (!found || !project || !can(project.role, action)) return undefined;
  if (found.scopes && !covers(found.scopes, scope, connectorId)) return undefined;
  return { ...found, project };
}

function identityOf({ sessionId, keyId, userId }: LinkHolder): Identity | undefined {
  if (sessionId !== null) return { sessionId };
  if (keyId !== null) return { keyId };
  return userId === undefined ? undefined : { kind: 'run', ref: 'link', onBehalfOf: userId };
}
