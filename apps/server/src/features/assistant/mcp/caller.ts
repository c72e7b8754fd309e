import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import { covers, type Scope } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { checkKey } from '#platform/access/check-key.ts';
import { actorFrom, findActor } from '#platform/access/find-actor.ts';
import { reaches } from '#platform/access/told-connectors.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { identify } from '#platform/http/identify.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Services } from '#platform/services.ts';
import type { Tool } from '../tools/tool.ts';

/** A program behind an API key, in the one project its key is of. */
export type Caller = {
  actor: ProjectActor & { keyId: string };
  scopes: readonly Scope[];
  /** Those its scopes reach: it is told of no other. */
  connectors: ReachedConnector[];
};

export type ReachedConnector = { id: string; name: string; implementation: 'sql' | 's3' };

/** Only a key comes in: whoever holds the session of a browser has the product itself. */
export async function readCaller(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { db, keyUses, limiter } = services;
  const found = await identify(services, { access: 'account' }, request);
  const { key, onlyProjectId: projectId } = found ?? {};
  if (!key || !projectId) throw new Failure('E_API_KEY_INVALID');
  const { ip: address } = request;
  reply.raw.once('close', () =>
    keyUses.note(key, { address, isRefused: reply.raw.statusCode >= 400 }),
  );
  checkKey(keyUses, key, address);
  const limit = { name: 'key-requests', burst: key.perMinute, seconds: 60 };
  for (let left = callsIn(request); left > 0; left -= 1) await limiter.takeOften(limit, key.id);
  const member = await findActor(db, { keyId: key.id }, { projectId });
  if (!member?.project) throw new Failure('E_KEY_HELD');
  const origin = {
    id: request.id,
    address,
    network: networkOf(address),
    userAgent: request.headers['user-agent']?.slice(0, 300),
  };
  const { project, ...actor } = actorFrom(member, origin);
  const scopes = actor.scopes ?? [];
  const all = await listRows<ReachedConnector>(
    db,
    sql`select id, name, implementation from connectors where project_id = ${projectId}
        order by name, id`,
  );
  return {
    actor: { ...actor, keyId: key.id, project: project as ProjectActor['project'] },
    scopes,
    connectors: all.filter((connector) => reaches(scopes, connector)),
  };
}

/** Several calls may come together, and each of them counts. */
function callsIn({ body }: FastifyRequest): number {
  return Array.isArray(body) ? Math.max(1, body.length) : 1;
}

/** Whether a key is offered a tool: it covers what the tool needs, on one connector at least. */
export function isOffered(
  { scopes, connectors }: Caller,
  { scope, isProjectWide }: Pick<Tool, 'scope'> & { isProjectWide?: true },
): boolean {
  if (scope === 'none' || covers(scopes, scope, undefined)) return true;
  return !isProjectWide && connectors.some(({ id }) => covers(scopes, scope, id));
}
