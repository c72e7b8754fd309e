import { z } from 'zod';
import { bytes, id, instant, nothing, queryNumber, route } from '../route.ts';
import { inBucket, objectKey, writeStorage, writtenObject } from './objects.ts';

/**
 * Large files go up in parts, through the server, several at once. An upload is open until it is
 * completed or aborted; the server remembers it and its parts, so that it can go on after a reload, on
 * another device or another day: `start` with the same path, size and fingerprint finds it again. Open
 * uploads nobody touches for a week are aborted.
 *
 * Files of up to PART_SIZE take one call instead: storageRoutes.putContent.
 */
export const PART_SIZE = 8 * 1024 * 1024;
/** What buckets allow. */
export const MOST_PARTS = 10_000;

export const uploadPart = z.object({
  number: z.number(),
  byte_size: z.number(),
  etag: z.string(),
});

export const openUpload = z.object({
  id,
  path: z.string(),
  byte_size: z.number(),
  contentType: z.string(),
  fingerprint: z.string(),
  /** Every part has this size, but for the last. */
  partSize: z.number(),
  partCount: z.number(),
  /** Those that arrived. */
  parts: z.array(uploadPart),
  createdAt: instant,
  touchedAt: instant,
});
export type OpenUpload = z.infer<typeof openUpload>;

const uploadParams = z.object({ uploadId: id });

export const uploadRoutes = {
  list: route({
    method: 'GET',
    path: '/api/s3/v1/uploads',
    summary: 'My open uploads to this bucket',
    access: writeStorage,
    query: z.object(inBucket),
    answer: z.array(openUpload),
  }),
  start: route({
    method: 'POST',
    path: '/api/s3/v1/uploads',
    summary: 'Start an upload in parts, or find the open one of the same file to go on with',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      path: objectKey,
      byte_size: z.number().int().min(0).max(5_000_000_000_000),
      contentType: z.string().max(200).default('application/octet-stream'),
      /** Tells one file from another of the same name: say, its size and time. */
      fingerprint: z.string().max(300).default(''),
      /** Without it, an object of that name is 412 E_OBJECT_EXISTS, now and on completion. */
      overwrite: z.boolean().default(false),
    }),
    answer: openUpload,
    write: 'outside',
  }),
  read: route({
    method: 'GET',
    path: '/api/s3/v1/uploads/:uploadId',
    summary: 'An open upload and the parts that arrived',
    access: writeStorage,
    params: uploadParams,
    query: z.object(inBucket),
    answer: openUpload,
  }),
  putPart: route({
    method: 'PUT',
    path: '/api/s3/v1/uploads/:uploadId/parts/:number',
    summary: 'Send a part; sending it again replaces it',
    access: writeStorage,
    params: uploadParams.extend({ number: queryNumber.int().min(1).max(MOST_PARTS) }),
    query: z.object(inBucket),
    body: bytes,
    takes: 'bytes',
    answer: uploadPart,
    write: 'repeatable',
  }),
  complete: route({
    method: 'POST',
    path: '/api/s3/v1/uploads/:uploadId/complete',
    summary: 'Make the parts one object; 422 with `details.missing` while parts are missing',
    access: writeStorage,
    params: uploadParams,
    body: z.strictObject({ ...inBucket, overwrite: z.boolean().optional() }),
    answer: writtenObject,
    write: 'outside',
  }),
  abort: route({
    method: 'DELETE',
    path: '/api/s3/v1/uploads/:uploadId',
    summary: 'Give up an upload; the bucket forgets its parts',
    access: writeStorage,
    sparesData: true,
    params: uploadParams,
    body: z.strictObject(inBucket),
    answer: nothing,
    write: 'outside',
  }),
};
