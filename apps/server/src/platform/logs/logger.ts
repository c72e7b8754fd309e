import pino, { type Logger } from 'pino';

/** Names under which a secret could reach a log line by mistake. */
const secretNames = [
  'password',
  'token',
  'secret',
  'secretKey',
  'accessKey',
  'authorization',
  'cookie',
  'connectionString',
];

/** One line of JSON an event. Addresses lose their query, since it may carry data. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[hidden]',
    },
    serializers: { err: describeError },
  });
}

/** Errors of drivers carry the statement, its values or the whole request: only this is kept. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
  };
}
