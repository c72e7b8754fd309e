export type SendOptions = {
  token?: string;
  /** The idempotency key. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  query?: string;
  signal?: AbortSignal;
};

export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/** Sends anything at all to a running server, as a client would. */
export async function sendTo(
  url: string,
  method: string,
  path: string,
  { token, key, body, headers, query, signal }: SendOptions = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}${query ? `?${query}` : ''}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
