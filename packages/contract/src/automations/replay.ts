import { z } from 'zod';
import { id, instant } from '../route.ts';

/** How a step of a draft differs from what it did in a run that was. */
export const replayDifference = z.object({
  runId: id,
  acceptedAt: instant,
  step: z.string(),
  /**
   * - output, way: it gives something else, or leaves by another way
   * - fails, works: it fails where it did not, or no longer does
   * - begins, ends: it would be reached where it was not, or no longer
   */
  kind: z.enum(['output', 'way', 'fails', 'works', 'begins', 'ends']),
  /** As JSON, cut where it is long. */
  before: z.string(),
  after: z.string(),
});
export type ReplayDifference = z.infer<typeof replayDifference>;

export const replay = z.object({
  /** How many runs there were to replay, at most twenty, and how many of their steps were compared. */
  runs: z.number(),
  steps: z.number(),
  /** Steps that are not what they were then and can not be run again for a test: they gave what they gave then. */
  changed: z.array(z.string()),
  differences: z.array(replayDifference),
});
export type Replay = z.infer<typeof replay>;
