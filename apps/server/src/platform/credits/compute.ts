import type { ProjectActor } from '#platform/access/actor.ts';
import { currentParty } from '#platform/limits/party.ts';
import type { Services } from '#platform/services.ts';

/** By tenths of a second, as they are begun. */
const COUNTED_MS = 100;

export function computeQuantity(milliseconds: number): bigint {
  return BigInt(Math.ceil(Math.max(0, milliseconds) / COUNTED_MS) * COUNTED_MS);
}

type Work = { causeKind: string; causeId: string; begunAt: number };

/**
 * Counts what somebody waited for while it worked; `begunAt` is of `performance.now()`. A step of a run
 * that a key started works as a person, and is the key's all the same.
 */
export function countCompute(
  { credits }: Pick<Services, 'credits'>,
  { project, user, keyId: own }: ProjectActor,
  { causeKind, causeId, begunAt }: Work,
): void {
  const keyId = own ?? currentParty().key;
  credits.count({
    projectId: project.id,
    meter: 'compute.ms',
    quantity: computeQuantity(performance.now() - begunAt),
    causeKind,
    causeId,
    actorKind: keyId === undefined ? 'person' : 'key',
    actorId: keyId ?? user.id,
  });
}
