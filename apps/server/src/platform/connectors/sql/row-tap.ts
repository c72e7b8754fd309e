import type { Socket } from 'node:net';
import type pg from 'pg';
import type { JsonRows } from './json-rows.ts';

/**
 * Sits between a connection's socket and its driver. While a statement is tapped, its rows go to
 * their sink as bytes and everything else to the driver as before. The length a message announces
 * counts before it arrives, so that one cell of a gigabyte ends at its first bytes.
 */
export type RowTap = {
  open(tapped: Tapped): void;
  close(): void;
};

export type Tapped = {
  rows: JsonRows;
  mostBytes: number;
  /** More bytes were announced than allowed; the connection is closed then. */
  onOverflow(): void;
  /** A row more came than allowed; given, the connection is closed then too. */
  onTooMany?(): void;
};

const DATA_ROW = 0x44;
const HEAD = 5;

export function attachRowTap(client: pg.Client): RowTap {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const driver = stream.listeners('data')[0] as (piece: Buffer) => void;
  stream.off('data', driver);
  let tapped: Tapped | undefined;
  let bytes = 0;
  /** The beginning of a message whose rest has not come yet. */
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;

  function receive(piece: Buffer): void {
    if (held === 0) return read(piece);
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return undefined;
    const whole = Buffer.concat(pieces, held);
    pieces = [];
    held = 0;
    return read(whole);
  }

  function read(piece: Buffer): void {
    let at = 0;
    /** Start of what belongs to the driver. */
    let passed = 0;
    while (piece.length - at >= HEAD) {
      const size = piece.readUInt32BE(at + 1) + 1;
      if (tapped && !mayTake(tapped, size)) return;
      if (piece.length - at < size) {
        // Counted when it is whole.
        bytes -= size;
        break;
      }
      if (tapped && piece[at] === DATA_ROW) {
        // The driver hears of the columns before the rows come.
        if (passed < at) driver(piece.subarray(passed, at));
        tapped.rows.add(piece, at + HEAD, at + size);
        passed = at + size;
        if (tapped.onTooMany && tapped.rows.hasMore) return end(tapped.onTooMany);
      }
      at += size;
    }
    if (passed < at) driver(piece.subarray(passed, at));
    if (at < piece.length) hold(piece.subarray(at));
  }

  function mayTake({ mostBytes, onOverflow }: Tapped, size: number): boolean {
    bytes += size;
    if (bytes <= mostBytes) return true;
    end(onOverflow);
    return false;
  }

  function end(tell: () => void): void {
    tapped = undefined;
    stream.off('data', receive);
    tell();
    stream.destroy();
  }

  function hold(rest: Buffer): void {
    pieces = [rest];
    held = rest.length;
    wanted = rest.length >= HEAD ? rest.readUInt32BE(1) + 1 : HEAD;
  }

  stream.on('data', receive);
  return {
    open: (next) => {
      tapped = next;
      bytes = 0;
    },
    close: () => {
      tapped = undefined;
    },
  };
}
