/** Like fetch, and tells how much of the body has left: fetch itself never says. */
export function sendCounted(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onSent: (bytes: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(method, url);
  request.responseType = 'text';
  for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
  request.addEventListener('load', () => resolve(answerOf(request)));
  // The same kind of error as fetch has, so that callers need to know only one.
  request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
  request.addEventListener('abort', () => reject(signal?.reason ?? new TypeError('Aborted')));
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
  if (signal?.aborted) reject(signal.reason);
  else request.send(body as XMLHttpRequestBodyInit | null);
  return promise;
}

function answerOf({ status, statusText, responseText }: XMLHttpRequest): Response {
  const isWithoutBody = status === 204 || status === 304;
  return new Response(isWithoutBody ? null : responseText, { status, statusText });
}
