import { z } from 'zod';
import { storageJobStates } from './job-states.ts';
import { id, instant, pageOf, pageQuery, queryNumber, route } from '../route.ts';
import { inBucket, objectKey, readStorage, writeStorage } from './objects.ts';

export const storageJobKinds = ['copy', 'move', 'delete', 'restore', 'purge', 'replace'] as const;

/** What happens to an object whose place is taken. */
export const clashRules = ['fail', 'skip', 'replace', 'keep-both'] as const;
export type ClashRule = (typeof clashRules)[number];

export const storageJob = z.object({
  id,
  connectorId: id,
  kind: z.enum(storageJobKinds),
  state: z.enum(storageJobStates),
  /** What was asked for, for people: the first paths and how many there were. */
  paths: z.array(z.string()),
  pathCount: z.number(),
  /** Where to, of a copy or a move of one thing or into one folder. */
  to: z.string().nullable(),
  done: z.number(),
  skipped: z.number(),
  failed: z.number(),
  total: z.number(),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  failures: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  startedBy: z.string().nullable(),
  startedById: id.nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** What a find and replace looked for, and what took its place. */
  replaced: z.object({ find: z.string(), replaceWith: z.string() }).nullable(),
  /** A copy, a move, a delete or a replace that can be taken back now. */
  canUndo: z.boolean(),
  /** The job this one takes back. */
  undoes: id.nullable(),
});
export type StorageJob = z.infer<typeof storageJob>;

export const trashEntry = z.object({
  id,
  /** Where it was, and where a restore puts it. */
  path: z.string(),
  name: z.string(),
  url: z.string(),
  byte_size: z.number(),
  etag: z.string().nullable(),
  deletedBy: z.string().nullable(),
  deletedAt: instant,
  expiresAt: instant,
  jobId: id.nullable(),
  /** The bucket keeps it as a version, so the trash holds no copy of it. */
  isVersion: z.boolean(),
  /** Something else was written in its place. */
  isReplaced: z.boolean(),
});
export type TrashEntry = z.infer<typeof trashEntry>;

/** Objects in the trash are kept for this long. */
export const TRASH_DAYS = 30;

const jobParams = z.object({ jobId: id });
const aboutBucket = z.strictObject(inBucket);
const inTrash = {
  /** Entries of the trash by id; without them, those of a job; without either, all. */
  ids: z.array(id).min(1).max(10_000).optional(),
  jobId: id.optional(),
};

export const storageJobRoutes = {
  /** Rename = move of one thing. Several things move into a folder: each `to` is folder + name. */
  transfer: route({
    method: 'POST',
    path: '/api/s3/v1/jobs/transfer',
    summary: 'Copy or move objects and folders; a folder takes everything below it along',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      kind: z.enum(['copy', 'move']),
      /** A folder (ending in a slash) becomes a folder, an object an object. */
      items: z
        .array(z.strictObject({ from: objectKey, to: objectKey }))
        .min(1)
        .max(10_000),
      onClash: z.enum(clashRules).default('fail'),
    }),
    answer: storageJob,
    costs: true,
  }),
  remove: route({
    method: 'POST',
    path: '/api/s3/v1/jobs/delete',
    summary: 'Delete objects and folders; they stay in the trash unless `permanent` is set',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      paths: z.array(objectKey).min(1).max(10_000),
      permanent: z.boolean().default(false),
    }),
    answer: storageJob,
    costs: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/s3/v1/jobs',
    summary: 'Jobs of this bucket, newest first',
    access: readStorage,
    query: z.object({ ...inBucket, limit: queryNumber.int().min(1).max(100).default(20) }),
    answer: z.array(storageJob),
  }),
  read: route({
    method: 'GET',
    path: '/api/s3/v1/jobs/:jobId',
    summary: 'One job and how far it is',
    access: readStorage,
    params: jobParams,
    query: z.object(inBucket),
    answer: storageJob,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/s3/v1/jobs/:jobId/cancel',
    summary: 'Stop a job after the objects it is at',
    access: writeStorage,
    sparesData: true,
    params: jobParams,
    body: aboutBucket,
    answer: storageJob,
  }),
  resume: route({
    method: 'POST',
    path: '/api/s3/v1/jobs/:jobId/resume',
    summary: 'Go on with a job that failed or was cancelled',
    access: writeStorage,
    params: jobParams,
    body: z.strictObject({ ...inBucket, onClash: z.enum(clashRules).optional() }),
    answer: storageJob,
    costs: true,
  }),
  undo: route({
    method: 'POST',
    path: '/api/s3/v1/jobs/:jobId/undo',
    summary: 'Take a copy, a move, a delete or a replace back, as a job of its own',
    access: writeStorage,
    params: jobParams,
    body: aboutBucket,
    answer: storageJob,
    costs: true,
  }),

  trash: route({
    method: 'GET',
    path: '/api/s3/v1/trash',
    summary: 'What was deleted and can come back, newest first',
    access: readStorage,
    query: pageQuery.extend({ ...inBucket, search: z.string().max(300).optional() }),
    answer: pageOf(trashEntry).extend({
      totals: z.object({ count: z.number(), byte_size: z.number() }),
    }),
  }),
  restore: route({
    method: 'POST',
    path: '/api/s3/v1/trash/restore',
    summary: 'Put deleted objects back where they were',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      ...inTrash,
      onClash: z.enum(clashRules).default('keep-both'),
    }),
    answer: storageJob,
    costs: true,
  }),
  purge: route({
    method: 'POST',
    path: '/api/s3/v1/trash/purge',
    summary: 'Delete what is in the trash for good',
    access: writeStorage,
    body: z.strictObject({ ...inBucket, ...inTrash }),
    answer: storageJob,
    costs: true,
  }),
};
