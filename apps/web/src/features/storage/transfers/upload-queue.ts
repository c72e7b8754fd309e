import { uploadRoutes } from '@causeway/contract/storage/uploads.ts';
import { useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { folderOf, refreshFolders, storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';
import type { DroppedFile } from './dropped-files.ts';
import { nextName } from './free-name.ts';
import { sendFile } from './send-file.ts';

/**
 * Files on their way into buckets. They go on while other pages are open, two at a time.
 *
 * waiting → sending: one of the two places is free
 * sending → asking: there is an object of that name; the answer makes it waiting again, or takes it out
 * sending → failed: after all retries; trying again makes it waiting
 * sending → paused: by the user; going on makes it waiting, and the parts that arrived count
 * sending → done
 * Any of them is taken out by cancelling, which also tells the server to forget its parts.
 */
export type Upload = {
  id: string;
  connectorId: string;
  bucketName: string;
  key: string;
  file: File;
  sent: number;
  /** When bytes began to be sent this time, and how many had arrived before. */
  begun?: { at: string; sent: number } | undefined;
  state: 'waiting' | 'sending' | 'asking' | 'paused' | 'failed' | 'done';
  overwrite: boolean;
  error?: unknown;
  uploadId?: string;
};

export type ClashAnswer = 'replace' | 'keep-both' | 'skip';

const AT_ONCE = 2;
const REFRESH_MS = 1000;

let uploads: Upload[] = [];
let answerForAll: ClashAnswer | undefined;
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const outdated = new Map<string, ReturnType<typeof setTimeout>>();

export function useUploads(): Upload[] {
  return useSyncExternalStore(subscribe, () => uploads);
}

export function addUploads(bucket: Bucket, folder: string, dropped: DroppedFile[]): void {
  const added = dropped.map(({ file, path }): Upload => ({
    id: crypto.randomUUID(),
    connectorId: bucket.connectorId,
    bucketName: bucket.name,
    key: folder + path,
    file,
    sent: 0,
    state: 'waiting',
    overwrite: false,
  }));
  // An answer for all was about the files there were then.
  if (!uploads.some(isUnfinished)) answerForAll = undefined;
  show([...uploads, ...added]);
  sendWaiting();
}

export function pauseUpload(id: string): void {
  change(id, { state: 'paused' });
  stops.get(id)?.abort();
}

export function resumeUpload(id: string): void {
  change(id, { state: 'waiting', error: undefined });
  sendWaiting();
}

export function cancelUpload(id: string): void {
  const upload = find(id);
  stops.get(id)?.abort();
  show(uploads.filter((one) => one.id !== id));
  if (upload?.uploadId && upload.state !== 'done') void giveUp(upload.connectorId, upload.uploadId);
  sendWaiting();
}

/** The bucket forgets the parts of an upload, also of one this page knows nothing else about. */
export async function giveUp(connectorId: string, uploadId: string): Promise<void> {
  await api
    .call(uploadRoutes.abort, { params: { uploadId }, body: inBucket({ connectorId }) })
    // Parts nobody asks for are dropped after a week anyway.
    .catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'uploads') });
}

export function answerClash(id: string, answer: ClashAnswer, { forAll }: { forAll: boolean }) {
  if (forAll) answerForAll = answer;
  const asking = uploads.filter((one) => one.state === 'asking' && (forAll || one.id === id));
  for (const upload of asking) takeAnswer(upload, answer);
  sendWaiting();
}

export function clearFinished(): void {
  show(uploads.filter(isUnfinished));
}

export function isUnfinished({ state }: Upload): boolean {
  return state !== 'done';
}

/** What would break off if the page were left. */
export function isAtWork({ state }: Upload): boolean {
  return state === 'sending' || state === 'waiting' || state === 'asking';
}

function sendWaiting(): void {
  const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length;
  const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
  for (const upload of next) void send(upload);
}

async function send({ id, connectorId, key, file, overwrite }: Upload): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  change(id, { state: 'sending', begun: undefined });
  try {
    await sendFile({
      connectorId,
      key,
      file,
      overwrite,
      signal: stop.signal,
      onSent: (sent) => {
        const begun = find(id)?.begun ?? { at: new Date().toISOString(), sent };
        change(id, { sent, begun });
      },
      onOpen: (uploadId) => change(id, { uploadId }),
    });
    change(id, { state: 'done', sent: file.size });
    refreshSoon(connectorId, folderOf(key));
    // It is no open upload any more, and must not be offered as an interrupted one.
    await queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'uploads') });
  } catch (error) {
    if (!stop.signal.aborted) takeFailure(id, error);
  } finally {
    if (stops.get(id) === stop) stops.delete(id);
    sendWaiting();
  }
}

function takeFailure(id: string, error: unknown): void {
  const upload = find(id);
  if (!upload) return;
  const isClash = isErrorBody(error) && error.code === 'E_OBJECT_EXISTS';
  if (!isClash) change(id, { state: 'failed', error });
  else if (answerForAll) takeAnswer(upload, answerForAll);
  else change(id, { state: 'asking' });
}

function takeAnswer({ id, key, connectorId, uploadId }: Upload, answer: ClashAnswer): void {
  if (answer === 'skip') {
    show(uploads.filter((one) => one.id !== id));
    if (uploadId) void giveUp(connectorId, uploadId);
  } else if (answer === 'replace') change(id, { state: 'waiting', overwrite: true });
  else change(id, { state: 'waiting', key: nextName(key), sent: 0 });
}

/** A thousand files into one folder read it again once a second, not a thousand times. */
function refreshSoon(connectorId: string, folder: string): void {
  const name = `${connectorId} ${folder}`;
  if (outdated.has(name)) return;
  const timer = setTimeout(() => {
    outdated.delete(name);
    void refreshFolders(connectorId, [folder]);
  }, REFRESH_MS);
  outdated.set(name, timer);
}

function find(id: string): Upload | undefined {
  return uploads.find((one) => one.id === id);
}

function change(id: string, part: Partial<Upload>): void {
  show(uploads.map((one) => (one.id === id ? { ...one, ...part } : one)));
}

function show(next: Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
