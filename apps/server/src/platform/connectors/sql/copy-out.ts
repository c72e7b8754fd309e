import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';

/**
 * What COPY … TO STDOUT sends, straight from the socket. Postgres wraps every row into a message of
 * its own; the wrapping is taken out in place, so that a piece of the socket becomes a piece of the
 * file without being copied row by row into a new one. Everything else goes to the driver as before.
 *
 * It reads only as fast as it is read. Destroyed before its end it closes the connection, which is
 * in the middle of something nobody will take.
 */
export class CopyOut extends Readable implements pg.Submittable {
  /** Rows that have arrived at least in part; a CSV's header counts as one. */
  messages = 0;
  /** What the database says it sent; known at the end. */
  rowCount = 0;
  readonly #statement: string;
  #socket: Socket | undefined;
  #driver: (piece: Buffer) => void = () => {};
  /** The beginning of a message's head, or of a message for the driver. */
  #held: Buffer | undefined;
  /** Bytes of a row whose beginning was in an earlier piece. */
  #rest = 0;
  #isAttached = false;
  /** Rows that wait for more of them, in pieces. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #soon: NodeJS.Timeout | undefined;

  constructor(statement: string) {
    super({ highWaterMark: 1_048_576 });
    this.#statement = statement;
  }

  submit(connection: unknown): void {
    const wire = connection as Connection;
    const { stream } = wire;
    this.#socket = stream;
    this.#driver = stream.listeners('data')[0] as (piece: Buffer) => void;
    stream.off('data', this.#driver);
    stream.prependListener('data', this.#receive);
    stream.once('close', this.#lose);
    this.#isAttached = true;
    stream.cork();
    // By the extended protocol, which takes one statement and no more.
    wire.parse({ text: this.#statement });
    wire.bind({ values: [] });
    wire.execute({ rows: 0 });
    wire.sync();
    stream.uncork();
  }

  override _read(): void {
    if (this.#isAttached) this.#socket?.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#soon);
    if (this.#isAttached) {
      this.#detach();
      this.#socket?.destroy();
    }
    done(error);
  }

  readonly #lose = () => {
    this.#isAttached = false;
    this.destroy(new Error('Connection terminated unexpectedly'));
  };

  readonly #receive = (received: Buffer) => {
    const piece = this.#held ? Buffer.concat([this.#held, received]) : received;
    this.#held = undefined;
    // Rows are moved down to here, over the heads between them.
    let start = 0;
    let to = 0;
    let at = 0;
    if (this.#rest > 0) {
      at = Math.min(this.#rest, piece.length);
      to = at;
      this.#rest -= at;
    }
    while (at < piece.length) {
      const isWhole = piece.length - at >= HEAD;
      const size = isWhole ? piece.readUInt32BE(at + 1) + 1 : HEAD;
      if (isWhole && piece[at] === COPY_DATA) {
        this.messages += 1;
        const end = Math.min(at + size, piece.length);
        if (to === start) {
          start = at + HEAD;
          to = end;
        } else {
          piece.copyWithin(to, at + HEAD, end);
          to += end - at - HEAD;
        }
        this.#rest = at + size - end;
        at = end;
        continue;
      }
      if (to > start) this.#give(piece.subarray(start, to));
      if (piece.length - at < size) {
        this.#held = piece.subarray(at);
        return;
      }
      this.#driver(piece.subarray(at, at + size));
      at += size;
      start = at;
      to = at;
    }
    if (to > start) this.#give(piece.subarray(start, to));
  };

  /**
   * Postgres sends 8 kB at a time. Each piece would be written to whoever reads, and read by them, on
   * its own; so they are put together while more come at once.
   */
  #give(rows: Buffer): void {
    this.#waiting.push(rows);
    this.#waitingBytes += rows.length;
    if (this.#waitingBytes >= PIECE) this.#handOver();
    else this.#soon ??= setTimeout(this.#handOver, SOON_MS);
  }

  readonly #handOver = () => {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    let isWanted = true;
    for (const rows of waiting) isWanted = this.push(rows);
    if (!isWanted && this.#isAttached) this.#socket?.pause();
  };

  #detach(): void {
    this.#isAttached = false;
    this.#socket?.off('data', this.#receive);
    this.#socket?.off('close', this.#lose);
    this.#socket?.prependListener('data', this.#driver);
    this.#socket?.resume();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = Number(text.split(' ').at(-1)) || 0;
  }

  handleReadyForQuery(): void {
    if (this.#isAttached) this.#detach();
    this.#handOver();
    this.push(null);
  }

  handleError(error: Error): void {
    if (this.#isAttached) this.#detach();
    this.destroy(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCopyData(): void {}
  handleEmptyQuery(): void {}
}

type Connection = {
  stream: Socket;
  parse(query: { text: string }): void;
  bind(config: { values: string[] }): void;
  execute(config: { rows: number }): void;
  sync(): void;
};

const COPY_DATA = 0x64;
const HEAD = 5;

/** As much as a socket is read at once. */
const PIECE = 65_536;
/** Nobody waits longer for rows that are there. */
const SOON_MS = 2;
