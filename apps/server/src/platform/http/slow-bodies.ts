import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is handed on as it arrives, and may take as long as it keeps coming. */
    takesStream?: boolean;
  }
}

export type Patience = {
  /** How long a body that is read whole may take, from who shows a token and from who does not. */
  wholeMs: number;
  strangerMs: number;
  /** How long a body may fall silent, read whole or handed on. */
  silenceMs: number;
  streamSilenceMs: number;
  /** How long what nobody waits for any more may go on arriving, once it has been answered. */
  answeredMs: number;
};

/**
 * Closes requests that hold a connection without sending. Node's own limit is for the whole request,
 * however much of it keeps arriving, and would cut a large upload on a slow line.
 */
export function limitSlowBodies(app: FastifyInstance, patience: Patience): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (hasBody(raw)) {
      const takesStream = routeOptions.config.takesStream ?? false;
      watchNext(raw, () => watch(raw, patience, takesStream));
    }
    done();
  });
  // A refused upload would otherwise be waited for as long as one that is taken.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) closeAfter(raw, patience.answeredMs);
    done();
  });
}

let arriving: (() => void)[] = [];

/** Most bodies are there with their head: only what is missing after this turn is watched. */
function watchNext(request: IncomingMessage, begin: () => void): void {
  if (arriving.length === 0) {
    setImmediate(() => {
      const waiting = arriving;
      arriving = [];
      for (const start of waiting) start();
    });
  }
  arriving.push(() => {
    if (!request.complete && !request.destroyed) begin();
  });
}

function watch(request: IncomingMessage, patience: Patience, takesStream: boolean): void {
  closeWhenSilent(request, takesStream ? patience.streamSilenceMs : patience.silenceMs);
  const isStranger = request.headers.authorization === undefined;
  if (!takesStream) closeAfter(request, isStranger ? patience.strangerMs : patience.wholeMs);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function closeAfter(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms);
  stopAtEnd(request, timer);
}

function closeWhenSilent(request: IncomingMessage, ms: number): void {
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    // Bytes that wait to be taken are not the caller's silence: the bucket behind is slow.
    const isWaitingForUs = request.readableLength > 0;
    if (request.complete) clearInterval(timer);
    else if (socket.bytesRead === seen && !isWaitingForUs) request.destroy();
    seen = socket.bytesRead;
  }, ms);
  stopAtEnd(request, timer);
}

function stopAtEnd(request: IncomingMessage, timer: NodeJS.Timeout): void {
  timer.unref();
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}
