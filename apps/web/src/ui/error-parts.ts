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

function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' && field !== '' ? field : undefined;
}
