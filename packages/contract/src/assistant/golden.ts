import { z } from 'zod';
import { resultField } from '../artifacts.ts';
import { id, instant, nothing, route } from '../route.ts';

export const goldenStates = ['ok', 'changed', 'broken'] as const;

/** A question whose answer somebody verified: used as it stands, and as an example for models. */
export const goldenQuestion = z.object({
  id,
  connectorId: id,
  question: z.string(),
  sql: z.string(),
  columns: z.array(resultField),
  state: z.enum(goldenStates),
  /** Why it is not used. */
  problem: z.string().nullable(),
  checkedAt: instant,
  verifiedBy: z.string().nullable(),
  verifiedAt: instant,
});
export type GoldenQuestion = z.infer<typeof goldenQuestion>;

const path = '/api/assistant/v1/:projectId/golden';
const params = z.object({ projectId: id });
const read = { action: 'assistant.use' } as const;
const write = { action: 'assistant.teach' } as const;

export const goldenRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'Verified questions of a project',
    access: read,
    params,
    answer: z.array(goldenQuestion),
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Verify the answer of a question: its statement is run, and its columns are kept',
    access: write,
    params,
    body: z.strictObject({
      connectorId: id,
      question: z.string().trim().min(3).max(500),
      sql: z.string().trim().min(1).max(20_000),
    }),
    answer: goldenQuestion,
    write: 'outside',
  }),
  check: route({
    method: 'POST',
    path: `${path}/:goldenId/check`,
    summary: 'Run a verified question again, and take its columns as they are now',
    access: write,
    params: params.extend({ goldenId: id }),
    answer: goldenQuestion,
    write: 'outside',
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:goldenId`,
    summary: 'Forget a verified question',
    access: write,
    params: params.extend({ goldenId: id }),
    answer: nothing,
  }),
};
