import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const buckets = new URL('buckets.ts', import.meta.url).href;

/** As a user that nothing is known of, where the test may become one. */
const script = `
  const { createBuckets } = await import(${JSON.stringify(buckets)});
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
  delete process.env.HOME;
  if (process.getuid() === 0) process.setuid(54321);
  const egress = { resolve: () => Promise.reject(new Error('as far as its address')) };
  const buckets = createBuckets(egress);
  const config = { bucket: 'media', region: 'x', endpoint: 'http://127.0.0.1:9', prefix: '' };
  const client = buckets.clientFor({ id: 'b', config, accessKey: 'a', secretKey: 's' });
  const asking = client.send(new ListObjectsV2Command({ Bucket: 'media' }));
  await asking.catch(({ message }) => console.log(message));
  buckets.close();`;

test('OBJ-1 a bucket is asked as well where the user who runs the server has no home', async () => {
  const run = promisify(execFile);
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname });
  expect(stdout).toContain('as far as its address');
});
