import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { CREDENTIALS } from './conformance.ts';

// A request signed by hand, step by step as AWS's documentation of Signature Version 4 has it: for
// what the SDK would not send, and so that the store is not only held against the signer it uses.

export interface RawRequest {
  method?: string;
  /** Encoded, as it travels. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
  /** Which header tells the date; AWS takes either. */
  dateHeader?: 'x-amz-date' | 'date';
  credentials?: typeof CREDENTIALS;
  date?: Date;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Signs and sends; answers whatever comes back. */
export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const { host, hostname, port } = new URL(url);
  const { method = 'GET', path, body = '' } = raw;
  const query = Object.entries(raw.query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = signHeaders(raw, host, query);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: query ? `${path}?${query}` : path, headers };
    const sent = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function signHeaders(raw: RawRequest, host: string, query: string): Record<string, string> {
  const { method = 'GET', path, body = '', dateHeader = 'x-amz-date' } = raw;
  const { accessKeyId, secretAccessKey } = raw.credentials ?? CREDENTIALS;
  const date = raw.date ?? new Date();
  const long = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = long.slice(0, 8);
  const hash = sha256(body);
  const headers: Record<string, string> = {
    ...raw.headers,
    host,
    [dateHeader]: dateHeader === 'date' ? date.toUTCString() : long,
    'x-amz-content-sha256': hash,
  };
  const names = Object.keys(headers)
    .filter((name) => name !== 'expect')
    .toSorted();
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    hash,
  ].join('\n');
  const scope = `${day}/us-east-1/s3/aws4_request`;
  const key = ['us-east-1', 's3', 'aws4_request'].reduce(
    (secret, part) => hmac(secret, part),
    hmac(`AWS4${secretAccessKey}`, day),
  );
  const signature = hmac(key, ['AWS4-HMAC-SHA256', long, scope, sha256(canonical)].join('\n'));
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature.toString('hex')}`;
  headers['content-length'] = String(Buffer.byteLength(body));
  return headers;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
