import type { ServerResponse } from 'node:http';
import type { CorsRule } from '../catalog/stored.ts';
import { StoreError } from './errors.ts';
import type { StoreRequest } from './request.ts';

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
const EXPOSED =
  'ETag, Content-Length, Content-Range, Content-Type, Content-Disposition, Last-Modified, Accept-Ranges, x-amz-request-id, x-amz-version-id, x-amz-delete-marker, x-amz-checksum-crc32, x-amz-checksum-crc32c, x-amz-checksum-crc64nvme, x-amz-checksum-sha1, x-amz-checksum-sha256';

/** The rule for the origins that whoever started the store allows everything a signature allows. */
export function ruleOf(origins: string[]): CorsRule {
  return { origins, methods: METHODS, headers: ['*'], exposed: EXPOSED.split(', '), maxAge: 600 };
}

/**
 * Lets pages of the allowed origins read answers, and answers their preflight requests, which no
 * browser signs. What a page may do is still decided by the signature of the request that follows.
 */
export function answerOrigin(
  { method, headers }: StoreRequest,
  response: ServerResponse,
  rules: CorsRule[],
): 'answered' | 'continue' {
  const { origin } = headers;
  const isPreflight = method === 'OPTIONS';
  if (origin !== undefined) response.setHeader('vary', 'Origin');
  const asked = isPreflight ? (headers['access-control-request-method'] ?? '') : method;
  const wanted = isPreflight ? splitList(headers['access-control-request-headers']) : [];
  const rule =
    origin === undefined
      ? undefined
      : rules.find((candidate) => allows(candidate, { origin, method: asked, headers: wanted }));
  if (rule && origin !== undefined) tellRule(response, rule, origin);
  if (!isPreflight) return 'continue';
  if (!rule) throw new StoreError('AccessForbidden');
  response.setHeader('access-control-allow-methods', rule.methods.join(', '));
  if (wanted.length > 0) response.setHeader('access-control-allow-headers', wanted.join(', '));
  if (rule.maxAge !== undefined) response.setHeader('access-control-max-age', rule.maxAge);
  response.writeHead(200, { 'content-length': 0 }).end();
  return 'answered';
}

function tellRule(response: ServerResponse, { exposed }: CorsRule, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  if (exposed.length > 0) response.setHeader('access-control-expose-headers', exposed.join(', '));
}

function allows(
  rule: CorsRule,
  { origin, method, headers }: { origin: string; method: string; headers: string[] },
): boolean {
  return (
    rule.methods.includes(method) &&
    rule.origins.some((pattern) => fits(pattern, origin)) &&
    headers.every((name) => rule.headers.some((pattern) => fits(pattern.toLowerCase(), name)))
  );
}

function splitList(text = ''): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** One '*' stands for anything. */
function fits(pattern: string, text: string): boolean {
  const [before, after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return (
    text.length >= before!.length + after.length && text.startsWith(before!) && text.endsWith(after)
  );
}
