import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { KEY_PREFIX, keyPattern } from '@causeway/contract/api-keys.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { parseQuery } from '@causeway/contract/query-string.ts';
import { answerFailure } from './failures.ts';
import { whoseLine } from './log-line.ts';
import { readJson } from './read-json.ts';
import { addSecurityHeaders, type Guests } from './security-headers.ts';
import { limitSlowBodies } from './slow-bodies.ts';

const BODY_LIMIT = 1_048_576;
/** A GET may carry SQL in its address, so headers get more room than the usual 16 kB. */
const HEADER_LIMIT = 131_072;

/**
 * A bare server with our ways of reading, refusing and logging; no routes yet. Hooks that wait for
 * nothing call `done` instead of being async: each would cost every request a promise and a turn.
 */
export function createServer(options: {
  logger: Logger;
  proxies: number;
  guests: Guests;
}): FastifyInstance {
  // Lines name their request themselves: a logger of its own for each would cost more than many an
  // answer, and one that a factory of ours made would be looked over each time.
  const logger: FastifyBaseLogger = Object.create(options.logger, {
    // The framework makes one for itself, too, of which those of requests would be made.
    child: { value: () => logger },
  });
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Only what our own proxies added counts: the rest of the header is whatever the caller wrote.
    trustProxy: options.proxies > 0 && ((_address, hop) => hop < options.proxies),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // Bodies have limits of their own, in slow-bodies.ts.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A request that slipped in while the door closes is served like any other.
    return503OnClosing: false,
    // Each is a route more, with functions compiled for it; `answerHead` needs none.
    exposeHeadRoutes: false,
    routerOptions: {
      maxParamLength: 2_000,
      querystringParser: parseQuery,
    },
    http: { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false, headersTimeout: 60_000 },
    // Input and answers are checked by the contract; compilers of JSON schemas would only take room.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    clientErrorHandler,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });
  app.decorateRequest('userId', undefined);
  answerHead(app);
  answerInOurForm(app);
  limitSlowBodies(app, {
    wholeMs: 300_000,
    strangerMs: 30_000,
    silenceMs: 20_000,
    streamSilenceMs: 120_000,
    answeredMs: 5_000,
  });
  readJson(app);
  addSecurityHeaders(app, options.guests);
  logRequests(app);
  app.setErrorHandler(answerFailure);
  return app;
}

function noSchemas(): never {
  throw new Error('Routes have schemas in the contract');
}

/** As a GET, of whose answer Node sends the headers only: it knows by now what was asked. */
function answerHead(app: FastifyInstance): void {
  app.server.prependListener('request', (request) => {
    if (request.method === 'HEAD') request.method = 'GET';
  });
}

/** Refusals that Node would send itself, without a body, or that come before anything is read. */
function answerInOurForm(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isNameless = headers.host === undefined && raw.httpVersion === '1.1';
    if (isNameless) done(new Failure('E_MALFORMED'));
    else done(holdsKey(raw.url) ? new Failure('E_SECRET_IN_URL') : undefined);
  });
  // An expectation nobody knows may be ignored.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}

/** Addresses are written down by every proxy on the way; the short look comes first. */
function holdsKey(url = ''): boolean {
  return url.includes(KEY_PREFIX) && keyPattern.test(url);
}

/** One line a request: the route's pattern, never the address, whose query may carry data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (!route.startsWith('/health') && route !== '/*') logRequest(request, reply, route);
    done();
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply, route: string): void {
  request.log.info(
    {
      ...whoseLine(request),
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  );
}

/** Bytes that are not HTTP, or headers beyond the limit: answered in our form, then closed. */
function clientErrorHandler(error: Error, socket: Socket): void {
  const { code } = error as { code?: string };
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (isAnswered(socket)) return socket.destroySoon();
  const tooLarge = code === 'HPE_HEADER_OVERFLOW';
  const failure = new Failure(tooLarge ? 'E_BODY_TOO_LARGE' : 'E_MALFORMED');
  const body = JSON.stringify({
    code: failure.code,
    message: failure.message,
    requestId: randomUUID(),
  });
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A body may turn out to be broken after its head was refused: a second answer would blur the first. */
function isAnswered(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer?.headersSent ?? false;
}
