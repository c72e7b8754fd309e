import type { ProjectActor } from '#platform/access/actor.ts';
import type { Services } from '#platform/services.ts';

/** By tenths of a second, as they are begun. */
const COUNTED_MS = 100;

export function computeQuantity(milliseconds: number): bigint {
  return BigInt(Math.ceil(Math.max(0, milliseconds) / COUNTED_MS) * COUNTED_MS);
}

type Work = { causeKind: string; causeId: string; begunAt: number };

/** Counts what somebody waited for while it worked; `begunAt` is of `performance.now()`. */
export function countCompute(
  { credits }: Pick<Services, 'credits'>,
  { project, user, keyId }: ProjectActor,
  { causeKind, causeId, begunAt }: Work,
): void {
  credits.count({
    projectId: project.id,
    meter: 'compute.ms',
    quantity: computeQuantity(performance.now() - begunAt),
    causeKind,
    causeId,
    actorKind: keyId === null ? 'person' : 'key',
    actorId: keyId ?? user.id,
  });
}
