import { z } from 'zod';
import { id, instant, nothing, pageOf, pageQuery, route } from '../route.ts';
import { reportReasons, snippetSummary } from './snippet.ts';

export const reportedSnippet = z.object({
  snippet: snippetSummary,
  hiddenReason: z.string().nullable(),
  /** Those nobody decided on yet, oldest first. */
  reports: z.array(
    z.object({
      id,
      reason: z.enum(reportReasons),
      text: z.string(),
      reporter: z.string().nullable(),
      createdAt: instant,
    }),
  ),
});
export type ReportedSnippet = z.infer<typeof reportedSnippet>;

const path = '/api/staff/v1/snippets';
const params = z.object({ snippetId: id });
const reason = z.string().trim().min(3).max(1_000);

export const snippetModerationRoutes = {
  queue: route({
    method: 'GET',
    path,
    summary: 'Reported snippets nobody decided on yet, or those that are hidden',
    access: 'staff',
    query: pageQuery.extend({ show: z.enum(['reported', 'hidden']).default('reported') }),
    answer: pageOf(reportedSnippet),
  }),
  hide: route({
    method: 'POST',
    path: `${path}/:snippetId/hide`,
    summary: 'Hide a snippet from everybody but its author, who is told why',
    access: 'staff',
    params,
    body: z.strictObject({ reason }),
    answer: nothing,
  }),
  show: route({
    method: 'POST',
    path: `${path}/:snippetId/show`,
    summary: 'Show a snippet again that was hidden; its author is told',
    access: 'staff',
    params,
    body: z.strictObject({ reason }),
    answer: nothing,
  }),
  dismiss: route({
    method: 'POST',
    path: `${path}/:snippetId/dismiss`,
    summary: 'Decide that the reports of a snippet need nothing done',
    access: 'staff',
    params,
    body: z.strictObject({ reason }),
    answer: nothing,
  }),
};
