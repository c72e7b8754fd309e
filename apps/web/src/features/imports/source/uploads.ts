import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { PART_SIZE, type ImportRecord } from '@causeway/contract/imports/records.ts';
import { useSyncExternalStore } from 'react';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import { uploadParts } from './upload-parts.ts';

/** A file on its way out of this tab. It goes on while pages change, and ends with the tab. */
export type Upload = {
  size: number;
  sent: number;
  startedAt: string;
  /** Why it stopped; what has arrived stays, and it can go on. */
  error: unknown;
};

type Running = { upload: Upload; stop: AbortController; file: Blob };

const running = new Map<string, Running>();
const listeners = new Set<() => void>();

export function useUpload(importId: string): Upload | undefined {
  return useSyncExternalStore(subscribe, () => running.get(importId)?.upload);
}

export async function startUpload(
  connectorId: string,
  { id: importId, partsReceived }: Pick<ImportRecord, 'id' | 'partsReceived'>,
  file: Blob,
): Promise<void> {
  const stop = new AbortController();
  const startedAt = new Date().toISOString();
  show(importId, { file, stop, upload: { size: file.size, sent: 0, startedAt, error: undefined } });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    await uploadParts({
      file,
      partSize: PART_SIZE,
      received: partsReceived,
      signal: stop.signal,
      onSent: (sent) => change(importId, { sent }),
      send: (part, content, signal) =>
        api.call(
          importRoutes.uploadPart,
          { params: { importId, part }, query: { connector: { id: connectorId } }, body: content },
          { signal },
        ),
    });
    await queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'one', importId) });
    drop(importId);
  } catch (error) {
    // Other parts may be under way; all of them end with the first that can not be sent.
    stop.abort();
    if (running.get(importId)?.stop === stop) change(importId, { error });
    await queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'one', importId) });
  }
}

/** Goes on with a file this tab still holds. */
export function resumeUpload(
  connectorId: string,
  record: Pick<ImportRecord, 'id' | 'partsReceived'>,
): void {
  const known = running.get(record.id);
  if (known) void startUpload(connectorId, record, known.file);
}

export function stopUpload(importId: string): void {
  running.get(importId)?.stop.abort();
  drop(importId);
}

function change(importId: string, next: Partial<Upload>): void {
  const known = running.get(importId);
  if (known) show(importId, { ...known, upload: { ...known.upload, ...next } });
}

function show(importId: string, next: Running): void {
  running.set(importId, next);
  tell();
}

function drop(importId: string): void {
  running.delete(importId);
  if (running.size === 0) removeEventListener('beforeunload', askBeforeLeaving);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
