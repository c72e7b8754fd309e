import { z } from 'zod';
import { queryNumber, route } from '../route.ts';
import { inBucket, objectKey, readStorage, writeStorage, writtenObject } from './objects.ts';

/** What a preview shows of text: enough for a screen or two, never a whole log. */
export const PREVIEW_BYTES = 256_000;
/** An editor opens up to this; beyond it a file is shown as a read-only window. */
export const EDITABLE_BYTES = 5_000_000;

export const textPreview = z.object({
  text: z.string(),
  /** How the bytes were read. Anything but utf-8 is for reading only: saving would change the bytes. */
  encoding: z.enum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252']),
  /** Holds bytes no text has: shown as hex instead. */
  isBinary: z.boolean(),
  /** Where the window starts and ends in the object. */
  from: z.number(),
  to: z.number(),
  byte_size: z.number(),
  etag: z.string().nullable(),
  contentType: z.string().nullable(),
});
export type TextPreview = z.infer<typeof textPreview>;

export const tablePreview = z.object({
  format: z.enum(['csv', 'json', 'ndjson', 'parquet', 'xlsx']),
  columns: z.array(z.object({ name: z.string(), type: z.string().nullable() })),
  /** Text as it would be written; null where there is no value. */
  rows: z.array(z.array(z.string().nullable())),
  /** Where it is known without reading the whole file. */
  totalRows: z.number().nullable(),
  /** There are more rows than these. */
  hasMore: z.boolean(),
  /** Of a workbook: its sheets, and which one this is. */
  sheets: z.array(z.string()).nullable(),
  sheet: z.string().nullable(),
  etag: z.string().nullable(),
});
export type TablePreview = z.infer<typeof tablePreview>;

/** Applied in this order: turn, mirror, cut, size, format. Pixels of the turned picture. */
export const imageChanges = z.strictObject({
  rotate: z.literal([0, 90, 180, 270]).default(0),
  flip: z.boolean().default(false),
  flop: z.boolean().default(false),
  crop: z
    .strictObject({
      left: z.number().int().min(0),
      top: z.number().int().min(0),
      width: z.number().int().min(1),
      height: z.number().int().min(1),
    })
    .optional(),
  /** Fits inside where both are given; the other side follows where one is. */
  resize: z
    .strictObject({
      width: z.number().int().min(1).max(20_000).optional(),
      height: z.number().int().min(1).max(20_000).optional(),
    })
    .optional(),
  /** None keeps the format the picture has. */
  format: z.enum(['webp', 'png', 'jpeg', 'avif']).optional(),
  quality: z.number().min(0.01).max(1).default(0.75),
});
export type ImageChanges = z.input<typeof imageChanges>;

export const previewRoutes = {
  text: route({
    method: 'GET',
    path: '/api/s3/v1/text',
    summary: 'A window of an object as text; the first 256 kB unless asked otherwise',
    access: readStorage,
    query: z.object({
      ...inBucket,
      path: objectKey,
      from: queryNumber.int().min(0).default(0),
      bytes: queryNumber.int().min(1).max(EDITABLE_BYTES).default(PREVIEW_BYTES),
      versionId: z.string().max(300).optional(),
    }),
    answer: textPreview,
  }),
  table: route({
    method: 'GET',
    path: '/api/s3/v1/table',
    summary: 'The first rows of a CSV, JSON, NDJSON, Parquet or XLSX object',
    access: readStorage,
    query: z.object({
      ...inBucket,
      path: objectKey,
      offset: queryNumber.int().min(0).max(1_000_000_000).default(0),
      limit: queryNumber.int().min(1).max(1000).default(200),
      sheet: z.string().max(100).optional(),
    }),
    answer: tablePreview,
  }),
  /** What `changeImage` would save, as a picture to look at. */
  previewImage: route({
    method: 'POST',
    path: '/api/s3/v1/image/preview',
    summary: 'A changed picture, to look at before it is saved',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({ ...inBucket, path: objectKey, changes: imageChanges }),
    answer: z.unknown(),
    raw: 'file',
    write: 'repeatable',
  }),
  changeImage: route({
    method: 'POST',
    path: '/api/s3/v1/image',
    summary: 'Turn, cut, resize or convert a picture and save it, in place or under another path',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      path: objectKey,
      changes: imageChanges,
      /** Where to save; in place when absent. */
      to: objectKey.optional(),
      /** The etag the editor opened; 412 with the current object when it changed meanwhile. */
      ifMatch: z.string().max(300).optional(),
      onlyIfNew: z.boolean().optional(),
    }),
    answer: writtenObject.extend({ width: z.number(), height: z.number() }),
    write: 'outside',
  }),
};
