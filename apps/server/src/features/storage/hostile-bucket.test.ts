import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { startTestServer } from '#testing/test-server.ts';

const MOST_POURED = 256 * 1024 ** 2;
let poured = 0;

/** A bucket of somebody who means no good: whatever it is asked, its answer has no end. */
const bucket = createServer((request, response) => {
  void (async () => {
    request.resume();
    response.writeHead(request.url?.includes('broken') ? 500 : 200, {
      'content-type': 'application/xml',
    });
    response.write('<ListBucketResult>');
    const gone = once(response, 'close');
    const piece = Buffer.alloc(65_536, 'x');
    for (poured = 0; !response.destroyed && poured < MOST_POURED; poured += piece.length) {
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), gone]);
    }
    response.end();
  })();
});
await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
const { port } = bucket.address() as AddressInfo;
const server = await startTestServer({ EGRESS_ALLOW_DATA: `127.0.0.1:${port}` });
afterAll(async () => {
  await server.stop();
  bucket.closeAllConnections();
  await new Promise((resolve) => bucket.close(resolve));
});

test('OBJ-1 a bucket that never stops answering is cut off before it fills our memory', async () => {
  const owner = await createUser(server.services.db);
  const { id: projectId } = await createProject(server.services.db, { owner });
  const { id } = await server.call(
    connectorRoutes.create,
    {
      params: { projectId },
      body: {
        name: 'Hostile',
        implementation: 's3' as const,
        config: {
          endpoint: `http://127.0.0.1:${port}`,
          bucket: 'hostile',
          region: 'eu',
          prefix: '',
        },
        secrets: { accessKey: 'key', secretKey: 'secret' },
      },
    },
    owner,
  );
  const ask = (path: string, more: string) =>
    server.send('GET', path, { token: owner.token, query: `connector[id]=${id}${more}` });
  const ways: [string, string, string][] = [
    [storageRoutes.list.path, '', '424 E_UPSTREAM_FAILED'],
    // One that does not tell whether it keeps versions is taken for one that keeps none.
    [storageRoutes.versions.path, '&path=a.txt', '200'],
    [storageRoutes.content.path, '&path=broken.txt', '424 E_UPSTREAM_FAILED'],
  ];
  for (const [path, more, code] of ways) {
    expect([path, codeOf(await ask(path, more))]).toEqual([path, code]);
    expect(poured).toBeLessThan(64 * 1024 ** 2);
  }
});
