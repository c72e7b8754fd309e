import { z } from 'zod';
import { id, route } from '../route.ts';

/** How a project stands with who pays for it; apart from the rest, since every page asks for it. */
const standing = z.object({
  /** Why what costs rests: nothing is left, or the cap of the month is reached; null: it goes on. */
  stop: z.enum(['credits', 'cap']).nullable(),
  /** Below zero: what is owed, as an amount of credits; only told to who pays. */
  owed: z.string().nullable(),
  payer: z.object({ isYou: z.boolean(), name: z.string().nullable(), isSponsor: z.boolean() }),
  heldRuns: z.number(),
});
export type Standing = z.infer<typeof standing>;

export const standingRoute = route({
  method: 'GET',
  path: '/api/billing/v1/projects/:projectId/standing',
  summary: 'Whether what costs goes on in a project, and who pays for it',
  access: { action: 'project.read' },
  params: z.object({ projectId: id }),
  answer: standing,
});
