import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';

/** A way to look at a table that was given a name. */
export const tableView = z.object({
  id,
  name: z.string(),
  /** The part of an address that restores it: filters, sorts, columns, mode. */
  definition: z.string(),
  /** Everybody in the project sees it; else only its owner does. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** May the caller rename, replace or delete it. */
  isEditable: z.boolean(),
  /** Null when whoever made it is gone. */
  owner: z.string().nullable(),
  updatedAt: instant,
});
export type SavedView = z.infer<typeof tableView>;

const name = z.string().trim().min(1).max(120);
const definition = z.string().max(20_000);
const schema = z.string().min(1).max(300).default('public');
const tableParams = z.object({ table: z.string().min(1).max(300) });
const viewParams = z.object({ viewId: id });
const access = { action: 'sql.read', connector: 'sql' } as const;

export const tableViewRoutes = {
  listViews: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/views',
    summary: 'Saved views of a table: the caller’s own and those shared with the project',
    access,
    params: tableParams,
    query: z.object({ connector: sentConnector, schema }),
    answer: z.object({
      views: z.array(tableView),
      /** The view the caller wants the table to open with. */
      defaultId: id.nullable(),
    }),
  }),
  createView: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/views',
    summary: 'Save a view; sharing it takes the right to write',
    access,
    params: tableParams,
    body: z.strictObject({
      connector: sentConnector,
      schema,
      name,
      definition,
      isShared: z.boolean().default(false),
    }),
    answer: tableView,
  }),
  updateView: route({
    method: 'PATCH',
    path: '/api/tables/v1/views/:viewId',
    summary: 'Rename, replace, share or unshare a view: by its owner, shared ones also by admins',
    access,
    params: viewParams,
    body: z.strictObject({
      connector: sentConnector,
      name: name.optional(),
      definition: definition.optional(),
      isShared: z.boolean().optional(),
    }),
    answer: tableView,
  }),
  removeView: route({
    method: 'DELETE',
    path: '/api/tables/v1/views/:viewId',
    summary: 'Delete a view; it can be restored for a while',
    access,
    params: viewParams,
    body: z.strictObject({ connector: sentConnector }),
    answer: tableView,
  }),
  restoreView: route({
    method: 'POST',
    path: '/api/tables/v1/views/:viewId/restore',
    summary: 'Bring a deleted view back, with its id: links to it and choices of it hold again',
    access,
    params: viewParams,
    body: z.strictObject({ connector: sentConnector }),
    answer: tableView,
  }),
  chooseDefaultView: route({
    method: 'PUT',
    path: '/api/tables/v1/tables/:table/default-view',
    summary: 'Choose the view a table opens with, for oneself; null chooses none',
    access,
    params: tableParams,
    body: z.strictObject({ connector: sentConnector, schema, viewId: id.nullable() }),
    answer: nothing,
  }),
};
