import { z } from 'zod';
import { folderPath } from '../folder-path.ts';
import { id, instant, nothing, route } from '../route.ts';
import { condition } from './conditions.ts';
import { sentConnector, sqlCell, sqlField } from './sql.ts';

/**
 * A saved query is one thing wherever it is used: in the editor, and later by tiles, workflows,
 * alerts and answers of the chat. Whoever uses it names it by its id and is listed among its uses.
 */
export const queryParameter = z.object({
  name: z.string().min(1).max(100),
  /** As Postgres calls it. */
  type: z.string().max(100),
  /** As text; null is SQL's NULL. */
  value: z.string().max(10_000).nullable(),
});
/** The type of a parameter that is a condition: `:status(o.status)`. */
export const CONDITION = 'condition';
export type QueryParameter = z.infer<typeof queryParameter>;

/** What a parameter was when a statement ran. */
export const runParameter = queryParameter.pick({ name: true, value: true });
export type RunParameter = z.infer<typeof runParameter>;

export const queryName = z.string().trim().min(1).max(160);
const sqlText = z.string().max(1_000_000);

const content = {
  name: queryName,
  folder: folderPath,
  description: z.string().trim().max(4_000),
  sql: sqlText,
  parameters: z.array(queryParameter).max(100),
};

export const savedQuery = z.object({
  id,
  connectorId: id,
  name: z.string(),
  folder: z.string(),
  description: z.string(),
  sql: z.string(),
  parameters: z.array(queryParameter),
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** May the caller change or delete it. */
  isEditable: z.boolean(),
  owner: z.string().nullable(),
  /** Rises with every change; a change names the one it was made on. */
  version: z.number(),
  updatedAt: instant,
});
export type SavedQuery = z.infer<typeof savedQuery>;

export const queryVersion = z.object({
  version: z.number(),
  name: z.string(),
  sql: z.string(),
  /** Null when it was made before they were kept. */
  parameters: z.array(queryParameter).nullable(),
  author: z.string().nullable(),
  createdAt: instant,
});
export type QueryVersion = z.infer<typeof queryVersion>;

/** So many rows a saved query shows where it is used; the editor has the rest. */
export const MOST_SHOWN_ROWS = 2_000;

/** A picture has room for more points than a table has for rows. */
export const MOST_DRAWN_ROWS = 50_000;

/** A condition on a column of what a query finds, added around it. */
export const resultCondition = z.strictObject({ column: z.string().min(1).max(200), condition });
export type ResultCondition = z.infer<typeof resultCondition>;

/** Series beyond the largest are added up to one, by the database. */
export const fold = z.strictObject({
  x: z.string().min(1).max(200),
  series: z.string().min(1).max(200),
  y: z.string().min(1).max(200),
  most: z.number().int().min(1).max(50),
});
export type Fold = z.infer<typeof fold>;

/** The rows behind a number of a query that groups: those of a mark, and of which of its columns. */
export const behind = z.strictObject({
  mark: z.array(resultCondition).max(20),
  measure: z.string().max(200).optional(),
});
export type Behind = z.infer<typeof behind>;

/** Only a part of one of its times, half open: of `month` the first days, as wall time. */
export const partOfTime = z.strictObject({
  column: z.string().min(1).max(200),
  from: z.string().max(40),
  before: z.string().max(40),
});
export type PartOfTime = z.infer<typeof partOfTime>;

/** Totals of a query that groups by these two. Where it can't tell them its rows come without. */
export const pivotTotals = z.strictObject({
  row: z.string().min(1).max(200),
  column: z.string().min(1).max(200),
});
export type PivotTotals = z.infer<typeof pivotTotals>;

/** How the series of all the others is called; how many they are follows. */
export const REST = '… (';

/** What a saved query found where it is used. */
export const queryRows = z.object({
  fields: z.array(sqlField),
  rows: z.array(z.array(sqlCell)),
  /** There were more than are shown. */
  hasMore: z.boolean(),
  /** Of the query that ran. */
  version: z.number(),
  asOf: instant,
  /** Columns of conditions that the result does not have: it is not narrowed by them. */
  notApplied: z.array(z.string()).optional(),
  milliseconds: z.number(),
});
export type QueryRows = z.infer<typeof queryRows>;

/** Somewhere a query is used. */
export const queryUse = z.object({
  kind: z.string(),
  name: z.string(),
  url: z.string().nullable(),
});
export type QueryUse = z.infer<typeof queryUse>;

/** A tab of the editor: its owner's alone, the same on every device. */
export const editorTab = z.object({
  id,
  title: z.string().max(200),
  sql: sqlText,
  /** The saved query it was opened from. */
  queryId: id.nullable(),
  /** The version of it that the text goes on from; null where nobody knows. */
  queryVersion: z.number().int().min(1).nullable().default(null),
  position: z.number(),
  rowLimit: z.number().int().min(1),
  readOnly: z.boolean(),
  parameters: z.array(queryParameter).max(100),
  /** Rises with every change; a change names the one it was made on. */
  revision: z.number().int().min(0),
  updatedAt: instant,
});
export type EditorTab = z.infer<typeof editorTab>;

const path = '/api/queries/v1';
const access = { action: 'sql.read', connector: 'any' } as const;
const inConnector = z.object({ connector: sentConnector });
const sent = z.strictObject({ connector: sentConnector });
const queryParams = z.object({ queryId: id });

export const queryRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/queries`,
    summary: 'Saved queries of a connector: the caller’s own and those shared in the project',
    access,
    query: inConnector,
    answer: z.array(savedQuery),
  }),
  show: route({
    method: 'GET',
    path: `${path}/queries/:queryId`,
    summary: 'One saved query',
    access,
    params: queryParams,
    query: inConnector,
    answer: savedQuery,
  }),
  create: route({
    method: 'POST',
    path: `${path}/queries`,
    summary: 'Save a query; sharing it takes the right to write',
    access,
    body: sent.extend({
      ...content,
      folder: folderPath.default(''),
      description: content.description.default(''),
      parameters: content.parameters.default([]),
      isShared: z.boolean().default(false),
    }),
    answer: savedQuery,
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/queries/:queryId`,
    summary: 'Change a query; 412 when somebody else changed it since the version named',
    access,
    params: queryParams,
    body: sent.extend({
      version: z.number().int().min(1),
      name: queryName.optional(),
      folder: folderPath.optional(),
      description: content.description.optional(),
      sql: sqlText.optional(),
      parameters: content.parameters.optional(),
      isShared: z.boolean().optional(),
    }),
    answer: savedQuery,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/queries/:queryId`,
    summary: 'Delete a query; it can be restored for a while',
    access,
    params: queryParams,
    body: sent,
    answer: nothing,
  }),
  restore: route({
    method: 'POST',
    path: `${path}/queries/:queryId/restore`,
    summary: 'Bring back a query that was deleted',
    access,
    params: queryParams,
    body: sent,
    answer: savedQuery,
  }),
  versions: route({
    method: 'GET',
    path: `${path}/queries/:queryId/versions`,
    summary: 'What a query was before, newest first',
    access,
    params: queryParams,
    query: inConnector,
    answer: z.array(queryVersion),
  }),
  run: route({
    method: 'POST',
    path: `${path}/queries/:queryId/run`,
    summary: 'Run a saved query where it is used: it may only read, and is in nobody’s history',
    access,
    effect: 'reads',
    params: queryParams,
    body: sent.extend({
      /** Instead of the values saved with it. */
      parameters: z.array(runParameter).max(100).default([]),
      /**
       * How many seconds old the rows may be: others may have asked the same. 0 is a run that begins
       * now, shared by all who wait for one. Without it the run is the caller's alone.
       */
      maxAge: z.number().int().min(0).max(86_400).optional(),
      rowLimit: z.number().int().min(1).max(MOST_DRAWN_ROWS).default(MOST_SHOWN_ROWS),
      /** Around the query. Columns it does not have are told in the answer, not passed over. */
      where: z.array(resultCondition).max(20).optional(),
      fold: fold.optional(),
      /** Not what it finds but the rows that is counted from. */
      behind: behind.optional(),
      /** To compare what is not over with as much of the time before. */
      part: partOfTime.optional(),
      totals: pivotTotals.optional(),
    }),
    answer: queryRows,
    raw: true,
    write: 'repeatable',
  }),
  uses: route({
    method: 'GET',
    path: `${path}/queries/:queryId/uses`,
    summary: 'Where a query is used',
    access,
    params: queryParams,
    query: inConnector,
    answer: z.array(queryUse),
  }),
};

export const editorTabRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/tabs`,
    summary: 'The caller’s open tabs, and those closed last',
    access,
    query: inConnector,
    answer: z.object({ open: z.array(editorTab), closed: z.array(editorTab) }),
  }),
  put: route({
    method: 'PUT',
    path: `${path}/tabs/:tabId`,
    summary:
      'Keep a tab as it is now, open it again; 412 with theirs when it was changed elsewhere',
    access,
    params: z.object({ tabId: id }),
    body: editorTab
      .omit({ id: true, updatedAt: true })
      .extend({ connector: sentConnector })
      .strict(),
    answer: z.object({ revision: z.number() }),
  }),
  close: route({
    method: 'DELETE',
    path: `${path}/tabs/:tabId`,
    summary: 'Close a tab; putting it again opens it',
    access,
    params: z.object({ tabId: id }),
    body: sent,
    answer: nothing,
  }),
};
