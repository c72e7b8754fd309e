import type { Socket } from 'node:net';
import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { Party } from '#platform/limits/party.ts';
import type { JsonRows } from './json-rows.ts';
import { LARGE_BYTES, largeResults, SLICE_BYTES, takeTurn } from './large-results.ts';

/**
 * Sits between a connection's socket and its driver. While a statement is tapped, its rows go to
 * their sink as bytes and everything else to the driver as before. The length a message announces
 * counts before it arrives, so that one cell of a gigabyte ends at its first bytes. After each slice
 * the socket rests until it is its turn again, and what is large until it has a place.
 */
export type RowTap = {
  open(tapped: Tapped): void;
  close(): void;
};

export type Tapped = {
  rows: JsonRows;
  /** Infinite where the rows are not kept. */
  mostBytes: number;
  /** On whose account large results are. */
  party: Party;
  /** The result is too large, or has no place to be held; the connection is closed then. */
  stop(reason: Failure): void;
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
  /** Bytes since the last rest. */
  let slice = 0;
  let place: LargePlace | undefined;
  /** The beginning of a message whose rest has not come yet. */
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;

  function receive(piece: Buffer): void {
    takePiece(piece);
    if (!tapped) return;
    slice += piece.length;
    if (slice >= SLICE_BYTES) rest(tapped);
  }

  function rest(current: Tapped): void {
    slice = 0;
    stream.pause();
    const goOn = () => takeTurn(() => void stream.resume());
    const needsPlace = bytes > LARGE_BYTES && current.mostBytes < Infinity;
    if (!needsPlace || place) return goOn();
    place = takePlace(current.party, goOn, (reason) => {
      if (tapped === current) end(() => current.stop(reason));
      stream.resume();
    });
    return undefined;
  }

  function takePiece(piece: Buffer): void {
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
        if (!tapped.rows.add(piece, at + HEAD, at + size)) return refuse(tapped);
        passed = at + size;
        if (tapped.onTooMany && tapped.rows.hasMore) return end(tapped.onTooMany);
      }
      at += size;
    }
    if (passed < at) driver(piece.subarray(passed, at));
    if (at < piece.length) hold(piece.subarray(at));
  }

  function mayTake(current: Tapped, size: number): boolean {
    bytes += size;
    if (bytes <= current.mostBytes) return true;
    refuse(current);
    return false;
  }

  function refuse({ stop }: Tapped): void {
    end(() => stop(new Failure('E_RESULT_TOO_LARGE')));
  }

  /** What was read is given back at once: the driver keeps the statement until its connection ends. */
  function end(tell: () => void): void {
    tapped?.rows.discard();
    leave();
    stream.off('data', receive);
    tell();
    stream.destroy();
  }

  function leave(): void {
    tapped = undefined;
    place?.leave();
    place = undefined;
  }

  function hold(rest: Buffer): void {
    pieces = [rest];
    held = rest.length;
    wanted = rest.length >= HEAD ? rest.readUInt32BE(1) + 1 : HEAD;
  }

  // In its place, where a copy that takes it over looks for it.
  stream.prependListener('data', receive);
  return {
    open: (next) => {
      leave();
      tapped = next;
      bytes = 0;
      slice = 0;
    },
    close: leave,
  };
}

type LargePlace = { leave(): void };

/** Who leaves before there was a place goes on without one. */
function takePlace(party: Party, goOn: () => void, refuse: (reason: Failure) => void): LargePlace {
  const leaving = new AbortController();
  const taken = largeResults.take({ party, signal: leaving.signal });
  taken.then(goOn, (reason: Failure) => (leaving.signal.aborted ? goOn() : refuse(reason)));
  return {
    leave: () => {
      leaving.abort();
      void taken.then(
        (giveBack) => giveBack(),
        () => undefined,
      );
    },
  };
}
