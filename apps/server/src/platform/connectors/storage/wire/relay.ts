import type { Writable } from 'node:stream';

const PIECE_BYTES = 1024 * 1024;
const PIECES = 2;
/** Less is not worth a read of its own. */
const LEAST_ROOM = 16 * 1024;

/**
 * Hands bytes on in few pieces of memory that are used in turn: free → being filled → being sent →
 * free. Fresh memory for each read would keep the garbage collector busier than the bucket. What
 * arrives within one turn of the loop is sent together: a TLS line delivers 16 kB at a time.
 */
export type Relay = {
  /** Where the next bytes are to be put; undefined while no memory is free. */
  room(): Buffer | undefined;
  /**
   * Sends these bytes, wherever they are. False while no memory is free: then `onFree` will tell.
   * Until then more may come, and is copied.
   */
  take(bytes: Buffer): boolean;
  /** Sends what is waiting. */
  flush(): void;
};

type Piece = { memory: Buffer; filled: number; sent: number; writes: number };

export function createRelay(target: Writable, expectedBytes: number, onFree: () => void): Relay {
  const bytes = Math.max(2 * LEAST_ROOM, Math.min(PIECE_BYTES, expectedBytes));
  const pieces = Array.from({ length: PIECES }, (): Piece => ({
    memory: Buffer.allocUnsafeSlow(bytes),
    filled: 0,
    sent: 0,
    writes: 0,
  }));
  let turn = 0;
  let isWaiting = false;
  let soon: NodeJS.Immediate | undefined;
  const current = () => pieces[turn]!;

  function flush(): void {
    clearImmediate(soon);
    soon = undefined;
    const piece = current();
    if (piece.filled === piece.sent) return;
    piece.writes += 1;
    target.write(piece.memory.subarray(piece.sent, piece.filled), () => written(piece));
    piece.sent = piece.filled;
  }

  function written(piece: Piece): void {
    piece.writes -= 1;
    if (!isWaiting || current().writes > 0) return;
    isWaiting = false;
    onFree();
  }

  function turnToNext(): void {
    flush();
    turn = (turn + 1) % PIECES;
    Object.assign(current(), { filled: 0, sent: 0 });
    isWaiting = current().writes > 0;
  }

  return {
    room: () => (isWaiting ? undefined : current().memory.subarray(current().filled)),
    take: (bytes) => {
      if (isWaiting) {
        target.write(Buffer.from(bytes));
        return false;
      }
      const piece = current();
      if (bytes.buffer !== piece.memory.buffer) bytes.copy(piece.memory, piece.filled);
      piece.filled += bytes.length;
      if (piece.memory.length - piece.filled < LEAST_ROOM) turnToNext();
      else soon ??= setImmediate(flush);
      return !isWaiting;
    },
    flush,
  };
}
