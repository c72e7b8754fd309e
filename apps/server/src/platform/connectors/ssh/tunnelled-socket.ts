import { Duplex } from 'node:stream';
import type { ClientChannel } from 'ssh2';

/**
 * A channel of a tunnel in the shape of a socket, as the driver wants one: nothing is opened before
 * it is asked to connect, and a channel that ends ends it.
 */
export class TunnelledSocket extends Duplex {
  readonly #open: () => Promise<ClientChannel>;
  #channel: ClientChannel | undefined;

  constructor(open: () => Promise<ClientChannel>) {
    super({ allowHalfOpen: true });
    this.#open = open;
  }

  connect(): this {
    this.#open().then(
      (channel) => this.#attach(channel),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  #attach(channel: ClientChannel): void {
    if (this.destroyed) {
      channel.close();
      return;
    }
    this.#channel = channel;
    channel.on('data', (piece: Buffer) => {
      if (!this.push(piece)) channel.pause();
    });
    channel.once('end', () => this.push(null));
    channel.once('close', () => this.destroy());
    this.emit('connect');
  }

  override _read(): void {
    this.#channel?.resume();
  }

  override _write(piece: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#channel?.write(piece, encoding, done);
  }

  override _final(done: () => void): void {
    this.#channel?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#channel?.close();
    done(error);
  }

  /** The tunnel sends at once, and asks by itself whether the other side is still there. */
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
