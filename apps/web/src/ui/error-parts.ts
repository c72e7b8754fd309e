export type ErrorParts = {
  message: string;
  code?: string;
  requestId?: string;
};

/** What can be shown of whatever was thrown: an Error, an error payload of a server, or anything. */
export function errorParts(error: unknown): ErrorParts {
  if (typeof error === 'string') return { message: error };
  const message = textField(error, 'message');
  if (message === undefined) return { message: JSON.stringify(error) ?? String(error) };
  const code = textField(error, 'code');
  const requestId = textField(error, 'requestId');
  return { message, ...(code && { code }), ...(requestId && { requestId }) };
}

const codesOfConnections = new Set([
  'E_UPSTREAM_UNREACHABLE',
  'E_UPSTREAM_AUTH',
  'E_UPSTREAM_TLS',
  'E_EGRESS_BLOCKED',
]);

/** What is connected is the reader's own: they can look after it, and who runs the product can't. */
export function isOfConnection(error: unknown): boolean {
  return codesOfConnections.has(errorParts(error).code ?? '');
}

function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' && field !== '' ? field : undefined;
}
