import { z } from 'zod';
import { instant, nothing, route } from './route.ts';
import { findSafePath } from './safe-path.ts';

export const MOST_RECENT_PAGES = 30;

const path = '/api/account/v1/recent-pages';

export const recentPage = z.object({
  url: z.string(),
  /** What the page called itself; empty where its address says it. */
  name: z.string(),
  at: instant,
});
export type RecentPage = z.infer<typeof recentPage>;

export const recentPageRoutes = {
  list: route({
    method: 'GET',
    path,
    summary: 'What the signed-in person opened lately, in any browser, newest first',
    access: 'account',
    answer: z.array(recentPage),
  }),
  remember: route({
    method: 'POST',
    path,
    summary: 'Note a page that was opened',
    access: 'account',
    body: z.strictObject({
      url: z
        .string()
        .max(2_000)
        .refine((url) => findSafePath(url) !== undefined, 'This is no page of the product.'),
      name: z.string().trim().max(200).default(''),
    }),
    answer: nothing,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
};

const hasId = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/|$)/i;

/**
 * What an address leads to, however it is shown there: two filters of one table are one page. The
 * project and the connector are part of what it is, unless it has an id, which says all: a chat is the
 * same one whatever connector was chosen beside it.
 */
export function thingAt(url: string): string {
  const { pathname, searchParams } = new URL(url, 'https://own.invalid');
  if (hasId.test(pathname)) return pathname;
  const scope = ['projectId', 'connectorId', 'schema'].map((name) => searchParams.get(name) ?? '');
  return [pathname, ...scope].join(' ').trimEnd();
}
