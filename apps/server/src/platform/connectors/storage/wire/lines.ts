import net from 'node:net';
import tls from 'node:tls';
import type { Egress } from '#platform/egress/egress.ts';
import { checkedDestination } from '../guarded-agents.ts';

/**
 * A connection to a bucket that is read into memory of the listener's choice. It is in use from
 * `open` until `release`, then idle for a while and used again, or closed. Nothing is read before
 * `resume`; once the listener wants no more, no more than a TLS line has decrypted already comes.
 */
export type Line = {
  send(text: string): void;
  listen(listener: Listener): void;
  resume(): void;
  release(): void;
  destroy(): void;
};

export type Listener = {
  /** Where the next bytes go; undefined: somewhere, to be copied from. */
  room(): Buffer | undefined;
  /** The bytes are valid until this returns, unless they are in the listener's own memory. */
  receive(bytes: Buffer): boolean;
  lost(error: Error): void;
};

export type Lines = {
  open(destination: Destination, signal?: AbortSignal): Promise<Line>;
  close(): void;
};

type Destination = { secure: boolean; host: string; port: number };

const CONNECT_MS = 5_000;
const SILENCE_MS = 60_000;
/** Shorter than servers keep theirs, so that they rarely close one that is about to be used. */
const IDLE_MS = 4_000;
const SCRATCH_BYTES = 64 * 1024;

export function createLines(egress: Egress): Lines {
  const idle = new Map<string, Line[]>();
  const open = new Set<net.Socket>();

  async function connect(place: string, to: Destination, signal?: AbortSignal): Promise<Line> {
    const checked = await checkedDestination(egress, to);
    signal?.throwIfAborted();
    const forget = () => {
      const others = idle.get(place)?.filter((other) => other !== line) ?? [];
      if (others.length > 0) idle.set(place, others);
      else idle.delete(place);
    };
    const keep = () => idle.set(place, [...(idle.get(place) ?? []), line]);
    const { line, socket } = createLine({ ...checked, secure: to.secure }, { forget, keep });
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    await connected(socket, to.secure ? 'secureConnect' : 'connect', signal);
    return line;
  }

  return {
    open: async (to, signal) => {
      const place = `${to.secure} ${to.host} ${to.port}`;
      const known = idle.get(place)?.at(-1);
      if (!known) return connect(place, to, signal);
      idle.set(place, idle.get(place)!.slice(0, -1));
      return known;
    },
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function createLine(
  { secure, ...to }: { secure: boolean; host: string; port: number; servername: string },
  { forget, keep }: { forget(): void; keep(): void },
): { line: Line; socket: net.Socket } {
  const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  let listener: Listener | undefined;
  let isReading = false;
  const onread = {
    buffer: () => listener?.room() ?? scratch,
    callback: (length: number, memory: Uint8Array) => {
      // Nobody asked: whatever it is, the next answer would begin with it.
      if (!listener) socket.destroy();
      const goesOn = listener?.receive(memory.subarray(0, length) as Buffer);
      if (listener && !goesOn) isReading = false;
      return isReading;
    },
  };
  const options = { ...to, noDelay: true, onread };
  const socket = secure ? tls.connect(options as tls.ConnectionOptions) : net.connect(options);

  function lose(error: Error): void {
    forget();
    socket.destroy();
    const last = listener;
    listener = undefined;
    last?.lost(error);
  }
  socket.on('error', lose);
  socket.on('end', () => lose(cutOff()));
  socket.on('close', () => lose(cutOff()));
  socket.on('timeout', () => {
    if (!listener) lose(cutOff());
    else if (isReading) lose(timedOut('The bucket stopped answering.'));
  });

  const line: Line = {
    send: (text) => socket.write(text, 'latin1'),
    listen: (next) => {
      listener = next;
      socket.setTimeout(SILENCE_MS);
    },
    resume: () => {
      if (isReading || socket.destroyed) return;
      isReading = true;
      socket.setTimeout(SILENCE_MS);
      socket.resume();
    },
    release: () => {
      listener = undefined;
      if (socket.destroyed) return;
      // Read on: that is how one learns that the bucket closed it.
      line.resume();
      socket.setTimeout(IDLE_MS);
      keep();
    },
    destroy: () => {
      listener = undefined;
      forget();
      socket.destroy();
    },
  };
  return { line, socket };
}

function connected(socket: net.Socket, event: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      settle(() => reject(error));
    };
    const leave = () => fail(signal?.reason as Error);
    const timer = setTimeout(() => fail(timedOut('The bucket does not answer.')), CONNECT_MS);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      outcome();
    };
    signal?.addEventListener('abort', leave, { once: true });
    socket.once(event, () => settle(resolve));
    socket.once('error', fail);
    socket.once('close', () => fail(cutOff()));
  });
}

/** Named and coded as Node does it: the SDK tries again after these. */
function cutOff(): Error {
  return Object.assign(new Error('The bucket closed the connection.'), { code: 'ECONNRESET' });
}

function timedOut(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError', code: 'ETIMEDOUT' });
}
