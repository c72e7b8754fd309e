import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, Failure } from '@causeway/contract/errors.ts';
import { whoseLine } from './log-line.ts';

/** The one place that turns what was thrown into an answer. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  if (failure.status >= 500 && !isCutOff(request)) {
    request.log.error({ ...whoseLine(request), err: error }, failure.code);
  }
  const body: ErrorBody = {
    code: failure.code,
    message: failure.message,
    requestId: request.id,
    ...(failure.details && { details: failure.details }),
  };
  if (typeof failure.details?.retryAfter === 'number') {
    reply.header('retry-after', failure.details.retryAfter);
  }
  if (failure.code === 'E_UNAVAILABLE') reply.header('retry-after', 2);
  return reply.code(failure.status).type('application/json').send(body);
}

/** Whoever sent it went away before its end: no fault of ours, and nobody hears the answer. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // Anything at all can be thrown, nothing included.
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('E_BODY_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure('E_UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Failure('E_MALFORMED');
  }
  if (isDatabaseAway(error)) return new Failure('E_UNAVAILABLE');
  if (isRefusedValue(error)) return new Failure('E_VALIDATION');
  return new Failure('E_INTERNAL');
}

/** Connection lost, refused, silent or not to be had in time; a server that starts, stops or is full. */
function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (
    /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|57P0\d|57014|25P03|08\w{3}|53\w{3}|40001|40P01|55P03)$/.test(
      code,
    ) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered)|Cannot use a pool after)/.test(
      message,
    )
  );
}

/** Class 22: a value Postgres can't hold, such as a zero byte in a text. */
function isRefusedValue(error: unknown): boolean {
  return /^22\w{3}$/.test(String((error as { code?: string } | undefined)?.code));
}
