import type { Used } from '../../../apps/server/src/platform/credits/usage.ts';

/** So many runs of a workflow, at 0.05 credits each. */
export function usedFor(cause: string, runs: number): Used[] {
  return [
    {
      meter: 'workflow.run',
      priceId: 'workflow.run:1',
      quantity: BigInt(runs),
      causeKind: 'torture',
      causeId: cause,
      actorKind: 'person',
      actorId: 'torture',
    },
  ];
}
