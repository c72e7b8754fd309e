import { Failure } from '@causeway/contract/errors.ts';
import {
  type FoundFile,
  LARGEST_TEXT,
  type LeftOutReason,
  type TextReplacement,
} from '@causeway/contract/storage/replace.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { type ListedObject, listPages } from '#platform/connectors/storage/list.ts';
import { readBytes } from '#platform/connectors/storage/read.ts';
import { choiceOf } from './choose-files.ts';
import type { Texts } from './texts.ts';

/** One stretch ends after so long, so much or so many, whatever comes first; the next goes on there. */
const STRETCH_MS = 1_000;
const STRETCH_BYTES = 40_000_000;
const FILES_FOUND = 50;
const LEFT_OUT_TOLD = 50;
/** So many are fetched while one is looked through. */
const AT_ONCE = 4;

type Stretch = {
  files: FoundFile[];
  lookedAt: number;
  leftOut: { path: string; reason: LeftOutReason }[];
  leftOutCount: number;
  next: string | null;
};

const noBytes = new Uint8Array();

type Looking = { bucket: Bucket; texts: Texts; signal: AbortSignal };

export async function lookThrough(
  looking: Looking,
  replacement: TextReplacement,
  after: string | undefined,
): Promise<Stretch> {
  const isChosen = choiceOf(replacement.names);
  const { signal } = looking;
  // What can't be read as a pattern is told before the first file is.
  if (after === undefined)
    await looking.texts.rewrite({ bytes: noBytes, path: '', replacement, isWriting: false });
  const end = Date.now() + STRETCH_MS;
  const stretch: Stretch = { files: [], lookedAt: 0, leftOut: [], leftOutCount: 0, next: null };
  let bytes = 0;
  for await (const page of listPages(looking.bucket, replacement.folder, {
    depth: 'all',
    after,
    signal,
  })) {
    const chosen = page.objects.filter(({ path }) => isChosen(path));
    for (let place = 0; place < chosen.length; place += AT_ONCE) {
      const some = chosen.slice(place, place + AT_ONCE);
      const looked = await Promise.all(some.map((one) => lookInto(looking, one, replacement)));
      note(stretch, some, looked);
      bytes += some.reduce((sum, { byteSize }) => sum + Math.min(byteSize, LARGEST_TEXT), 0);
      signal.throwIfAborted();
      const isLast = page.next === undefined && place + AT_ONCE >= chosen.length;
      const isEnough =
        Date.now() > end || bytes > STRETCH_BYTES || stretch.files.length >= FILES_FOUND;
      if (isEnough && !isLast) return { ...stretch, next: some.at(-1)!.path };
    }
    const last = page.objects.at(-1);
    // A bucket of other things than texts takes its time too.
    if (Date.now() > end && page.next !== undefined && last) {
      return { ...stretch, next: last.path };
    }
  }
  return stretch;
}

function note(stretch: Stretch, objects: ListedObject[], looked: Looked[]): void {
  for (const [index, one] of looked.entries()) {
    if (one === 'gone') continue;
    if (typeof one !== 'string') stretch.files.push(one);
    if (typeof one !== 'string' || one === 'nothing') {
      stretch.lookedAt += 1;
      continue;
    }
    stretch.leftOutCount += 1;
    if (stretch.leftOut.length < LEFT_OUT_TOLD) {
      stretch.leftOut.push({ path: objects[index]!.path, reason: one });
    }
  }
}

type Looked = FoundFile | LeftOutReason | 'nothing' | 'gone';

async function lookInto(
  { bucket, texts, signal }: Looking,
  { path, byteSize }: ListedObject,
  replacement: TextReplacement,
): Promise<Looked> {
  if (byteSize === 0) return 'nothing';
  if (byteSize > LARGEST_TEXT) return 'size';
  const read = await readBytes(bucket, path, { most: LARGEST_TEXT, signal }).catch(whyUnread);
  if (typeof read === 'string') return read;
  const { head, bytes } = read;
  if (read.byteSize > LARGEST_TEXT) return 'size';
  if (head.contentEncoding) return 'compressed';
  const rewritten = await texts.rewrite({ bytes, path, replacement, isWriting: false });
  if (rewritten.kind === 'encoding') return 'encoding';
  if (rewritten.kind === 'unchanged') return 'nothing';
  const { matches, lines, conflict } = rewritten;
  return { path, etag: head.etag, byteSize: read.byteSize, matches, lines, conflict };
}

/** Somebody may delete an object between it being listed and being read, and some are not for every key. */
function whyUnread(error: unknown): 'gone' | 'forbidden' {
  const code = error instanceof Failure ? error.code : undefined;
  if (code === 'E_OBJECT_NOT_FOUND') return 'gone';
  if (code === 'E_BUCKET_FORBIDDEN') return 'forbidden';
  throw error;
}
