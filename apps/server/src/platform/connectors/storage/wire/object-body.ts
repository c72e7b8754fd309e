import { Socket } from 'node:net';
import { Duplex, Readable, type Writable } from 'node:stream';
import type { Line } from './lines.ts';
import { createRelay, type Relay } from './relay.ts';

/**
 * The body of an answer, of a known length. It ends after exactly as many bytes as were announced and
 * errs when the line is lost before. Whoever destroys it early closes the line; read to its end, the
 * line is given back.
 *
 * `pipe` is the same as any stream's, only with less work: bytes go from the one socket to the other
 * in memory that is used again and again. Every other way of reading gets bytes of its own, and so
 * does a stream that hands on what it is given: it says that it took bytes while it still holds them.
 */
export class ObjectBody extends Readable {
  readonly #line: Line;
  readonly #staysOpen: boolean;
  #left: number;
  /** What came before anybody wanted to read. */
  #early: Buffer[] = [];
  #isRead = false;
  #relay: Relay | undefined;

  /** `first` is what of the body came together with the head. */
  constructor(line: Line, answer: { length: number; staysOpen: boolean; first: Buffer }) {
    super({ highWaterMark: 256 * 1024 });
    this.#line = line;
    this.#staysOpen = answer.staysOpen;
    this.#left = answer.length;
    line.listen({
      room: () => this.#relay?.room(),
      receive: (bytes) => this.#receive(bytes),
      lost: (error) => this.destroy(error),
    });
    this.#receive(answer.first);
  }

  override _read(): void {
    this.#isRead = true;
    let goesOn = true;
    for (const bytes of this.#early.splice(0)) goesOn = this.push(bytes);
    if (this.#left === 0) this.push(null);
    else if (goesOn) this.#line.resume();
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target, { end = true } = {}): Target {
    const handsOn = target instanceof Duplex && !(target instanceof Socket);
    // Once something was read the usual way, the rest goes that way too.
    if (handsOn || this.#isRead || this.#relay) return super.pipe(target, { end });
    const stream = target as unknown as Writable;
    this.#relay = createRelay(stream, this.#left, () => this.#line.resume());
    target.emit('pipe', this);
    if (end) this.once('end', () => stream.end());
    stream.once('close', () => {
      if (this.#left > 0) this.destroy();
    });
    for (const bytes of this.#early.splice(0)) stream.write(bytes);
    if (this.#left > 0) this.#line.resume();
    else this.#end();
    return target;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#left > 0) this.#line.destroy();
    // As Node's own answers: an error that nobody listens for must not end the process.
    done(this.listenerCount('error') > 0 ? error : null);
  }

  /** Says whether more may come at once. */
  #receive(bytes: Buffer): boolean {
    const wanted = bytes.subarray(0, this.#left);
    this.#left -= wanted.length;
    const goesOn = this.#handOn(wanted);
    if (this.#left > 0) return goesOn;
    if (this.#staysOpen && wanted.length === bytes.length) this.#line.release();
    else this.#line.destroy();
    if (this.#relay || this.#isRead) this.#end();
    return true;
  }

  #handOn(bytes: Buffer): boolean {
    if (this.#relay) return this.#relay.take(bytes);
    if (this.#isRead) return this.push(Buffer.from(bytes));
    if (bytes.length > 0) this.#early.push(Buffer.from(bytes));
    return false;
  }

  #end(): void {
    this.#relay?.flush();
    this.push(null);
    // Nobody reads a body that is handed on: it still has to say that it ended.
    if (this.#relay) this.resume();
  }
}
