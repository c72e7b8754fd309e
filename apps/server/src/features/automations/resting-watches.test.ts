import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

const PAGES = 8;

/** A bucket that lists some pages, and then answers nobody any more. */
const bucket = createServer((request, response) => {
  request.resume();
  const { searchParams } = new URL(request.url ?? '', 'http://bucket');
  const page = Number(searchParams.get('continuation-token') ?? 0) + 1;
  response.writeHead(page < PAGES ? 200 : 403, { 'content-type': 'application/xml' });
  response.end(
    page < PAGES
      ? `<ListBucketResult><IsTruncated>true</IsTruncated>
          <NextContinuationToken>${page}</NextContinuationToken>
          <Contents><Key>in/${page}.txt</Key><Size>1</Size><ETag>"e"</ETag>
            <LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>`
      : '<Error><Code>AccessDenied</Code><Message>On purpose</Message></Error>',
  );
});
bucket.listen(0, '127.0.0.1');
await once(bucket, 'listening');
const { port } = bucket.address() as AddressInfo;
const server = await startTestServer({ EGRESS_ALLOW_DATA: `127.0.0.1:${port}` });
const owner = await createUser(server.services.db);
const { id: projectId } = await createProject(server.services.db, { owner });
const flows = createWorkflowRequests({ server, projectId, editor: owner });
afterAll(async () => {
  await server.stop();
  bucket.closeAllConnections();
  bucket.close();
});

test('AUTO-2 a look into a bucket that fails late waits for as long as its calls, like one that went well', async () => {
  const connector = {
    implementation: 's3' as const,
    name: 'Media',
    config: {
      bucket: 'media',
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: '',
    },
    secrets: { accessKey: 'KEY', secretKey: 'secret' },
  };
  const call = { params: { projectId }, body: connector };
  const { id: connectorId } = await server.call(connectorRoutes.create, call, owner);
  const trigger = { kind: 'objects' as const, id: 'new', connectorId, prefix: 'in/' };
  const keep = { kind: 'set' as const, id: 'keep', fields: [{ name: 'x', value: 1 }] };
  const workflow = await flows.published(chain({ ...trigger, everySeconds: 5 }, keep));
  await eventually(async () => {
    const watch = await findRow<{ error: string | null; rest: number }>(
      server.services.db,
      sql`select error, extract(epoch from next_at - looked_at)::int as rest
          from workflow_watches where workflow_id = ${workflow.id} and looked_at is not null`,
    );
    expect(watch?.error).toBeTruthy();
    expect(watch?.rest).toBe(PAGES);
  });
});
