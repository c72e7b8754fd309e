import { z } from 'zod';
import { queryName, runParameter } from './queries.ts';
import { id, instant, nothing, pageOf, pageQuery, route } from '../route.ts';
import { sentConnector, sqlField } from './sql.ts';
import { resultSource } from './editor.ts';

export const runStatuses = ['done', 'failed', 'cancelled'] as const;

/** A statement that was run, as the history tells it. */
export const queryRun = z.object({
  id,
  sql: z.string(),
  parameters: z.array(runParameter),
  status: z.enum(runStatuses),
  command: z.string(),
  rowCount: z.number(),
  milliseconds: z.number(),
  error: z.string().nullable(),
  queryId: id.nullable(),
  startedAt: instant,
});
export type QueryRun = z.infer<typeof queryRun>;

/** A result kept for good, under an address of its own. */
export const snapshot = z.object({
  id,
  name: z.string(),
  sql: z.string(),
  parameters: z.array(runParameter),
  fields: z.array(sqlField),
  rowCount: z.number(),
  loadedRows: z.number(),
  hasMore: z.boolean(),
  /** What tells its rows apart, where one table is behind it. */
  source: resultSource.nullable(),
  isShared: z.boolean(),
  isMine: z.boolean(),
  owner: z.string().nullable(),
  queryId: id.nullable(),
  /** When the statement ran. */
  takenAt: instant,
});
export type Snapshot = z.infer<typeof snapshot>;

const path = '/api/queries/v1';
const access = { action: 'sql.read', connector: 'any' } as const;
const inConnector = z.object({ connector: sentConnector });
const sent = z.strictObject({ connector: sentConnector });
const runParams = z.object({ runId: id });

export const queryRunRoutes = {
  list: route({
    method: 'GET',
    path: `${path}/runs`,
    summary: 'What the caller ran, newest first',
    access,
    query: pageQuery.extend({ connector: sentConnector, search: z.string().max(200).optional() }),
    answer: pageOf(queryRun),
  }),
  clear: route({
    method: 'DELETE',
    path: `${path}/runs`,
    summary: 'Forget what the caller ran; snapshots stay',
    access,
    body: sent,
    answer: nothing,
  }),
  keep: route({
    method: 'POST',
    path: `${path}/runs/:runId/snapshot`,
    summary: 'Keep the result of a run under an address of its own',
    access,
    params: runParams,
    body: sent.extend({ name: queryName, isShared: z.boolean().default(false) }),
    answer: snapshot,
  }),
  listSnapshots: route({
    method: 'GET',
    path: `${path}/snapshots`,
    summary: 'Snapshots of results: the caller’s own and those shared in the project',
    access,
    query: inConnector,
    answer: z.array(snapshot),
  }),
  showSnapshot: route({
    method: 'GET',
    path: `${path}/snapshots/:runId`,
    summary: 'One snapshot; its rows are read by page',
    access,
    params: runParams,
    query: inConnector,
    answer: snapshot,
  }),
  removeSnapshot: route({
    method: 'DELETE',
    path: `${path}/snapshots/:runId`,
    summary: 'Delete a snapshot',
    access,
    params: runParams,
    body: sent,
    answer: nothing,
  }),
};
