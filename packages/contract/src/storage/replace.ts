import { z } from 'zod';
import { markedText } from '../replace.ts';
import { route } from '../route.ts';
import { storageJob } from './jobs.ts';
import { inBucket, objectKey, objectPath, readStorage, writeStorage } from './objects.ts';

/**
 * Find and replace in the texts of a bucket. Files are looked through a stretch at a time, each
 * answer saying how far it came; what is run names the files that were seen, as they were seen.
 */

/** Larger files are left out: each is held in memory while it is looked at. */
export const LARGEST_TEXT = 5_000_000;
/** So many files can be replaced in at once. */
export const MOST_FILES = 2_000;

export const textReplacement = z.strictObject({
  /** Everything below it is looked at; '' is the connector's root. */
  folder: objectPath
    .refine((path) => path === '' || path.endsWith('/'), 'Name a folder')
    .default(''),
  /** Names with * and ?, separated by commas; without any, all that are known to be text. */
  names: z.string().max(500).default(''),
  find: z.string().min(1).max(10_000),
  replaceWith: z.string().max(100_000).default(''),
  /** A regular expression of RE2, in which ^ and $ are the ends of a line; `\1` and `\&` stand for groups. */
  isRegex: z.boolean().default(false),
  matchCase: z.boolean().default(true),
  wholeWord: z.boolean().default(false),
});
export type TextReplacement = z.infer<typeof textReplacement>;

/** Why a file would not be written: it is JSON now and would be none, or it would become too large. */
export const fileConflicts = ['json', 'size'] as const;

/** Why a file was not looked into. */
export const leftOutReasons = ['size', 'encoding', 'compressed', 'forbidden'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const foundFile = z.object({
  path: z.string(),
  /** What it is now: a file that is another by then is not written to. */
  etag: z.string(),
  byteSize: z.number(),
  matches: z.number(),
  /** The first lines that change, with what goes and comes. */
  lines: z.array(z.object({ number: z.number(), marks: markedText })),
  conflict: z.enum(fileConflicts).nullable(),
});
export type FoundFile = z.infer<typeof foundFile>;

export const storageReplaceRoutes = {
  look: route({
    method: 'POST',
    path: '/api/s3/v1/replace/look',
    summary: 'Look through the next stretch of files for what would be replaced',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({
      ...inBucket,
      replacement: textReplacement,
      /** `next` of the answer before. */
      after: objectKey.optional(),
    }),
    answer: z.object({
      files: z.array(foundFile),
      /** How many were read on this stretch, found or not. */
      lookedAt: z.number(),
      /** Text by its name, but not looked into, and why; the first of them. */
      leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons) })),
      leftOutCount: z.number(),
      /** Null once everything was looked at. */
      next: z.string().nullable(),
    }),
    write: 'repeatable',
  }),
  run: route({
    method: 'POST',
    path: '/api/s3/v1/replace/run',
    summary: 'Replace in these files, as a job; a file that changed since stays as it is',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      replacement: textReplacement,
      files: z
        .array(z.strictObject({ path: objectKey, etag: z.string().min(1).max(300) }))
        .min(1)
        .max(MOST_FILES),
    }),
    answer: storageJob,
    costs: true,
  }),
};
