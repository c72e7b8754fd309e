import type { IncomingMessage, ServerResponse } from 'node:http';

const METHODS = 'GET, HEAD, PUT, POST, DELETE';
const EXPOSED =
  'ETag, Content-Length, Content-Range, Content-Type, Content-Disposition, Last-Modified, Accept-Ranges, x-amz-request-id, x-amz-version-id, x-amz-delete-marker, x-amz-checksum-crc32, x-amz-checksum-crc32c, x-amz-checksum-crc64nvme, x-amz-checksum-sha1, x-amz-checksum-sha256';

/**
 * Lets pages of the allowed origins read answers, and answers their preflight requests, which no
 * browser signs. What a page may do is still decided by the signature of the request that follows.
 */
export function answerOrigin(
  message: IncomingMessage,
  response: ServerResponse,
  allowedOrigins: string[],
): 'answered' | 'continue' {
  const { origin } = message.headers;
  if (origin !== undefined) response.setHeader('vary', 'Origin');
  const isAllowed =
    origin !== undefined && (allowedOrigins.includes(origin) || allowedOrigins.includes('*'));
  if (isAllowed) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', EXPOSED);
  }
  if (message.method !== 'OPTIONS') return 'continue';
  if (isAllowed) {
    response.setHeader('access-control-allow-methods', METHODS);
    const asked = message.headers['access-control-request-headers'];
    if (asked) response.setHeader('access-control-allow-headers', asked);
    response.setHeader('access-control-max-age', 600);
  }
  response.writeHead(isAllowed ? 200 : 403, { 'content-length': 0 }).end();
  return 'answered';
}
