import { errorCatalogue } from '@causeway/contract/errors.ts';
import { isErrorBody, RETRIED_STATUSES } from '#platform/api/client.ts';

/** Enough to keep the line busy without starving everything else the page asks for. */
const AT_ONCE = 3;
const MOST_TRIES = 5;

export type PartUpload = {
  file: Blob;
  partSize: number;
  /** Parts that are there already: an upload that was cut off goes on with the others. */
  received: readonly number[];
  send: (part: number, content: Blob, signal: AbortSignal) => Promise<unknown>;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
  /** Between two tries of one part. */
  wait?: (tries: number) => Promise<void>;
};

/** Sends the missing parts of a file, several at once; a part that is lost on the way is sent again. */
export async function uploadParts(upload: PartUpload): Promise<void> {
  const { file, partSize, received, onSent } = upload;
  const there = new Set(received);
  const count = Math.max(1, Math.ceil(file.size / partSize));
  const all = Array.from({ length: count }, (_, part) => part);
  const missing = all.filter((part) => !there.has(part));
  let sent = all.reduce((sum, part) => sum + (there.has(part) ? sizeOf(part) : 0), 0);
  onSent(sent);

  function sizeOf(part: number): number {
    return Math.min(file.size, (part + 1) * partSize) - part * partSize;
  }

  async function work(): Promise<void> {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      upload.signal.throwIfAborted();
      await sendPart(upload, part);
      sent += sizeOf(part);
      onSent(sent);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function sendPart(upload: PartUpload, part: number): Promise<void> {
  const { file, partSize, send, signal, wait = waitLonger } = upload;
  const content = file.slice(part * partSize, (part + 1) * partSize);
  for (let tries = 1; ; tries += 1) {
    try {
      await send(part, content, signal);
      return;
    } catch (error) {
      if (signal.aborted || tries === MOST_TRIES || !isWorthAnotherTry(error)) throw error;
      await wait(tries);
    }
  }
}

/** The line broke, or the server has too much to do. What it refuses for good it will refuse again. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!isErrorBody(error)) return error instanceof Error;
  return RETRIED_STATUSES.includes(errorCatalogue[error.code].status);
}

function waitLonger(tries: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500 * 2 ** tries);
  });
}
