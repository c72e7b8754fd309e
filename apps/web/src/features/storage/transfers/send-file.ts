import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { PART_SIZE, uploadRoutes, type OpenUpload } from '@causeway/contract/storage/uploads.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { inBucket } from '../bucket.ts';

/** Parts on their way at once: enough to fill a line, few enough to leave some for the page. */
const PARTS_AT_ONCE = 3;
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 500;

export type Sending = {
  connectorId: string;
  key: string;
  file: File;
  overwrite: boolean;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  /** The server remembers an upload in parts; by this it can be given up. */
  onOpen: (uploadId: string) => void;
};

/** Small files go in one call, large ones in parts, of which only missing ones are sent. */
export async function sendFile(sending: Sending): Promise<void> {
  await (sending.file.size <= PART_SIZE ? sendWhole(sending) : sendInParts(sending));
}

/** Tells a file from another of the same name when it is chosen again. */
export function fingerprintOf(file: File): string {
  return `${file.size}-${file.lastModified}`;
}

function sendWhole({ connectorId, key, file, overwrite, signal, onSent }: Sending) {
  return withRetries(signal, () =>
    api.call(
      storageRoutes.putContent,
      {
        query: {
          ...inBucket({ connectorId }),
          path: key,
          ...(!overwrite && { onlyIfNew: 'true' as const }),
        },
        body: file,
      },
      { signal, onSent },
    ),
  );
}

async function sendInParts(sending: Sending): Promise<void> {
  const { connectorId, key, file, overwrite, signal } = sending;
  const connector = inBucket({ connectorId });
  const open = await api.call(
    uploadRoutes.start,
    {
      body: {
        ...connector,
        path: key,
        byte_size: file.size,
        contentType: file.type || 'application/octet-stream',
        fingerprint: fingerprintOf(file),
        overwrite,
      },
    },
    { signal },
  );
  sending.onOpen(open.id);
  await sendMissingParts(open, sending);
  await withRetries(signal, () =>
    api.call(
      uploadRoutes.complete,
      { params: { uploadId: open.id }, body: { ...connector, overwrite } },
      { signal },
    ),
  );
}

async function sendMissingParts(open: OpenUpload, sending: Sending): Promise<void> {
  const { file, signal, onSent, connectorId } = sending;
  const missing = listMissingParts(open);
  const sentOf = new Map(open.parts.map(({ number, byte_size }) => [number, byte_size]));
  const tell = () => onSent([...sentOf.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();

  async function sendNext(): Promise<void> {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const place = number;
      const part = file.slice((place - 1) * open.partSize, place * open.partSize);
      await withRetries(signal, () =>
        api.call(
          uploadRoutes.putPart,
          {
            params: { uploadId: open.id, number: place },
            query: inBucket({ connectorId }),
            body: part,
          },
          {
            signal,
            onSent: (bytes) => {
              sentOf.set(place, Math.min(bytes, part.size));
              tell();
            },
          },
        ),
      );
      sentOf.set(place, part.size);
      tell();
    }
  }
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sendNext));
}

export function listMissingParts({ partCount, parts }: Pick<OpenUpload, 'partCount' | 'parts'>) {
  const arrived = new Set(parts.map(({ number }) => number));
  return Array.from({ length: partCount }, (_, index) => index + 1).filter(
    (number) => !arrived.has(number),
  );
}

/** A line that breaks or a server that is busy is tried again; a refusal is not. */
async function withRetries<Answer>(
  signal: AbortSignal,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || tries === MOST_TRIES || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1)));
      signal.throwIfAborted();
    }
  }
}

const passing = new Set<string>([
  'E_UNAVAILABLE',
  'E_RATE_LIMITED',
  'E_INTERNAL',
  'E_UPSTREAM_UNREACHABLE',
]);

function mayPass(error: unknown): boolean {
  return isErrorBody(error) ? passing.has(error.code) : true;
}
