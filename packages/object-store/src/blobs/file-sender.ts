import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

const PIECE_BYTES = 512 * 1024;
const PIECES = 4;

/**
 * Sends parts of files in a few pieces of memory that are used again and again: free → being read
 * into → being sent → free. Fresh memory for each piece would keep the garbage collector busier than
 * the disk.
 */
export function createFileSender(target: Writable, expectedBytes: number) {
  const count = Math.min(PIECES, Math.max(1, Math.ceil(expectedBytes / PIECE_BYTES)));
  const pieceBytes = Math.min(PIECE_BYTES, Math.max(1, expectedBytes));
  const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(pieceBytes));
  const freed = new EventTarget();
  const gone = new AbortController();
  const leave = () => gone.abort(readerGone());
  target.once('close', leave);
  if (target.destroyed) leave();

  async function takePiece() {
    while (free.length === 0) await once(freed, 'freed', { signal: gone.signal });
    return free.pop()!;
  }

  return {
    /** Bytes from start up to, not including, end. */
    async send(file: FileHandle, start: number, end: number): Promise<void> {
      for (let position = start; position < end;) {
        const piece = await takePiece();
        const length = Math.min(piece.length, end - position);
        const { bytesRead } = await file.read(piece, 0, length, position);
        if (bytesRead === 0) throw new Error('A blob is shorter than the catalog says.');
        gone.signal.throwIfAborted();
        position += bytesRead;
        target.write(piece.subarray(0, bytesRead), () => {
          free.push(piece);
          freed.dispatchEvent(new Event('freed'));
        });
      }
    },

    /** Returns when everything was handed over. */
    async end(): Promise<void> {
      const finished = once(target, 'finish', { signal: gone.signal });
      target.end();
      await finished;
    },
  };
}

/** Named as Node names it, so that nobody takes it for a failure of ours. */
function readerGone(): Error {
  return Object.assign(new Error('The reader went away.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}
