import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A bucket in memory that keeps versions, as S3 answers on the wire: neither of the stores we can run
 * has them. It looks at no signature and knows only what reading, writing and listing need.
 */
export async function startVersionedStore(port = 0) {
  const kept = new Map<string, Version[]>();
  let time = Date.UTC(2026, 0, 1);

  function add(key: string, content: Version['content']): Version {
    const versions = kept.get(key) ?? [];
    const version = { id: `v${versions.length + 1}`, modified: (time += 60_000), content };
    kept.set(key, [version, ...versions]);
    return version;
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://store');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    if (key === '') return answerXml(response, aboutBucket(kept, searchParams));
    if (request.method === 'PUT') return void put(request, response, key);
    if (request.method === 'DELETE') {
      const { id } = add(key, undefined);
      response.writeHead(204, { 'x-amz-version-id': id, 'x-amz-delete-marker': 'true' }).end();
      return;
    }
    serve(response, find(key, searchParams.get('versionId')), request.method === 'HEAD');
  });

  function find(key: string, id: string | null): Version | undefined {
    const versions = kept.get(key) ?? [];
    return id === null ? versions[0] : versions.find((version) => version.id === id);
  }

  async function put(request: IncomingMessage, response: ServerResponse, key: string) {
    const source = request.headers['x-amz-copy-source'];
    const type = request.headers['content-type'] ?? 'application/octet-stream';
    if (typeof source !== 'string') {
      const { id, content } = add(key, { bytes: await buffer(request), type });
      response.writeHead(200, { etag: etagOf(content!.bytes), 'x-amz-version-id': id }).end();
      return;
    }
    const [, path = '', from = null] = /^[^/]+\/([^?]*)(?:\?versionId=(.*))?$/.exec(source) ?? [];
    const copied = find(decodeURIComponent(path), from)?.content;
    if (!copied) return answerXml(response, error('NoSuchVersion'), 404);
    const { id } = add(key, copied);
    response.setHeader('x-amz-version-id', id);
    const etag = `<ETag>${etagOf(copied.bytes)}</ETag>`;
    answerXml(response, `<CopyObjectResult>${etag}</CopyObjectResult>`);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Version = {
  id: string;
  modified: number;
  /** Undefined: the object was deleted then. */
  content: { bytes: Buffer; type: string } | undefined;
};

function serve(response: ServerResponse, version: Version | undefined, isHead: boolean): void {
  if (!version?.content) return answerXml(response, isHead ? '' : error('NoSuchKey'), 404);
  const { bytes, type } = version.content;
  response.writeHead(200, {
    'content-type': type,
    'content-length': bytes.length,
    etag: etagOf(bytes),
    'last-modified': new Date(version.modified).toUTCString(),
    'x-amz-version-id': version.id,
  });
  response.end(isHead ? undefined : bytes);
}

function aboutBucket(kept: Map<string, Version[]>, query: URLSearchParams): string {
  if (query.has('versioning')) {
    return '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
  }
  const prefix = query.get('prefix') ?? '';
  const found = [...kept].filter(([key]) => key.startsWith(prefix));
  if (!query.has('versions')) {
    const objects = found.filter(([, [latest]]) => latest?.content);
    const entries = objects.map(
      ([key, [latest]]) => `<Contents>${describe(key, latest!)}</Contents>`,
    );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`;
  }
  const entries = found.flatMap(([key, versions]) =>
    versions.map((version, index) => {
      const tag = version.content ? 'Version' : 'DeleteMarker';
      const which = `<VersionId>${version.id}</VersionId><IsLatest>${index === 0}</IsLatest>`;
      return `<${tag}>${which}${describe(key, version)}</${tag}>`;
    }),
  );
  return `<ListVersionsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListVersionsResult>`;
}

function describe(key: string, { modified, content }: Version): string {
  const time = `<LastModified>${new Date(modified).toISOString()}</LastModified>`;
  const size =
    content && `<Size>${content.bytes.length}</Size><ETag>${etagOf(content.bytes)}</ETag>`;
  return `<Key>${key.replaceAll('&', '&amp;')}</Key>${time}${size ?? ''}`;
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function error(code: string): string {
  return `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

function answerXml(response: ServerResponse, text: string, status = 200): void {
  const body = text && `<?xml version="1.0" encoding="UTF-8"?>${text}`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
