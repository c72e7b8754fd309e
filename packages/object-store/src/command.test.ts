import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { connect, CREDENTIALS } from './testing/conformance.ts';

const COMMAND = new URL('../bin/causeway-object-store.mjs', import.meta.url).pathname;
const KEYS = {
  OBJECT_STORE_ACCESS_KEY: CREDENTIALS.accessKeyId,
  OBJECT_STORE_SECRET_KEY: CREDENTIALS.secretAccessKey,
};

const directory = await mkdtemp(join(tmpdir(), 'object-store-command-'));
afterAll(() => rm(directory, { recursive: true }));

async function start() {
  const parameters = [COMMAND, '--data', directory, '--port', '0', '--bucket', 'media'];
  const child = spawn(process.execPath, parameters, { env: KEYS });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return code;
  };
  return { client: connect(line.toString().trim()), stop };
}

test('OBJ-1 the store runs alone by a command, and keeps its objects from one run to the next', async () => {
  const target = { Bucket: 'media', Key: 'note.txt' };
  const first = await start();
  await first.client.send(new PutObjectCommand({ ...target, Body: 'kept' }));
  first.client.destroy();
  expect(await first.stop()).toBe(0);
  const second = await start();
  const { Body } = await second.client.send(new GetObjectCommand(target));
  expect(await Body!.transformToString()).toBe('kept');
  second.client.destroy();
  expect(await second.stop()).toBe(0);
});

test.each([
  { fault: 'no place to keep objects', parameters: [], line: '--data is missing' },
  {
    fault: 'a port that is none',
    parameters: ['--data', 'x', '--port', 'http'],
    line: '--port must be a whole number',
  },
  { fault: 'a flag that is not there', parameters: ['--dato', 'x'], line: "'--dato'" },
])('OBJ-1 the command says in one line what is wrong: $fault', async ({ parameters, line }) => {
  const run = promisify(execFile)(process.execPath, [COMMAND, ...parameters], { env: KEYS });
  const { stderr, code } = await run.then(
    () => ({ stderr: '', code: 0 }),
    (error: { stderr: string; code: number }) => error,
  );
  expect(stderr).toContain(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
