import { z } from 'zod';
import { id, route } from '../route.ts';
import { tableKinds } from '../tables/details.ts';

export const connectorParams = z.object({ projectId: id, connectorId: id });

/** What a sidebar shows of a connector: the schemas people use and their tables, or folders. */
const resources = z.object({
  kind: z.enum(['tables', 'folders']),
  /** Every schema with tables, however many of them are listed; the one to begin with comes first. */
  schemas: z.array(z.object({ name: z.string(), tables: z.number() })),
  items: z.array(
    z.object({
      /** Empty for folders. */
      schema: z.string(),
      name: z.string(),
      label: z.string(),
      kind: z.enum([...tableKinds, 'folder']),
    }),
  ),
  /** True when there are more than are listed. */
  more: z.boolean(),
});
export type Resources = z.infer<typeof resources>;
export type Resource = Resources['items'][number];

/** By itself, since every page loads it for the sidebar. */
export const resourceRoutes = {
  resources: route({
    method: 'GET',
    path: '/api/connectors/v1/:projectId/:connectorId/resources',
    summary: 'Tables of a database or folders of a bucket, for the sidebar',
    access: { action: 'connectors.read' },
    params: connectorParams,
    query: z.object({
      /** Only tables whose name or alias holds this. */
      search: z.string().max(200).optional(),
      /** Only this schema, all of it. */
      schema: z.string().min(1).max(300).optional(),
    }),
    answer: resources,
  }),
};
