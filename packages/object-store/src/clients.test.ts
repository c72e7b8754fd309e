import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREDENTIALS, startTestStore } from './testing/conformance.ts';

// Tools other people wrote, doing a day's work. They come from Debian: rclone, s3cmd.

const run = promisify(execFile);

const FILES: Record<string, Buffer> = {
  'readme.txt': Buffer.from('hello'),
  'empty.txt': Buffer.alloc(0),
  'pictures/summer 2024/a+b%20c.jpg': randomBytes(70_000),
  'pictures/über/日本語.txt': Buffer.from('unicode'),
  'data/big.bin': randomBytes(12 * 1024 * 1024 + 3),
};

const store = await startTestStore();
const folder = await mkdtemp(join(tmpdir(), 'object-store-clients-'));
beforeAll(async () => {
  for (const [name, bytes] of Object.entries(FILES)) {
    const path = join(folder, 'source', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  await writeFile(join(folder, 's3cmd.ini'), '[default]\n');
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

/** Nothing of the machine's own settings, which may hold other credentials and proxies. */
function environment() {
  return { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' };
}

async function expectSameFiles(directory: string): Promise<void> {
  const different: string[] = [];
  for (const [name, bytes] of Object.entries(FILES)) {
    if (!(await readFile(join(directory, name))).equals(bytes)) different.push(name);
  }
  expect(different).toEqual([]);
}

describe('OBJ-1 wire: rclone', () => {
  async function rclone(...parameters: string[]): Promise<string> {
    const env = {
      ...environment(),
      RCLONE_CONFIG: join(folder, 'rclone.conf'),
      RCLONE_CONFIG_STORE_TYPE: 's3',
      RCLONE_CONFIG_STORE_PROVIDER: 'Other',
      RCLONE_CONFIG_STORE_ENDPOINT: store.url,
      RCLONE_CONFIG_STORE_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    };
    const limits = ['--retries', '1', '--low-level-retries', '1'];
    const parts = ['--s3-upload-cutoff', '5M', '--s3-chunk-size', '5M'];
    return (await run('rclone', [...parameters, ...limits, ...parts], { env })).stdout;
  }

  test('a folder goes up in parts, is checked, moved, and comes back the same', async () => {
    const source = join(folder, 'source');
    await rclone('mkdir', 'store:rclone-bucket');
    await rclone('copy', source, 'store:rclone-bucket/up');
    await rclone('check', '--download', source, 'store:rclone-bucket/up');
    const listed = await rclone('lsf', '--recursive', '--files-only', 'store:rclone-bucket/up');
    expect(listed.trim().split('\n').toSorted()).toEqual(Object.keys(FILES).toSorted());
    await rclone('move', 'store:rclone-bucket/up', 'store:rclone-bucket/moved');
    expect(await rclone('lsf', 'store:rclone-bucket')).toBe('moved/\n');
    await rclone('sync', 'store:rclone-bucket/moved', join(folder, 'rclone-down'));
    await expectSameFiles(join(folder, 'rclone-down'));
  });

  test('a part of a file is read, a link is made, and a bucket is emptied', async () => {
    await rclone('copy', join(folder, 'source'), 'store:rclone-bucket/two');
    const text = await rclone(
      'cat',
      '--offset',
      '1',
      '--count',
      '3',
      'store:rclone-bucket/two/readme.txt',
    );
    expect(text).toBe('ell');
    const link = await rclone('link', '--expire', '60s', 'store:rclone-bucket/two/readme.txt');
    expect(await (await fetch(link.trim())).text()).toBe('hello');
    await rclone('cleanup', 'store:rclone-bucket');
    await rclone('purge', 'store:rclone-bucket');
    expect(await rclone('lsf', 'store:')).not.toContain('rclone-bucket');
  });

  test('OBJ-5 versions are turned on, listed, read, and cleaned up', async () => {
    const at = 'store:rclone-versions';
    await rclone('mkdir', at);
    expect(await rclone('backend', 'versioning', at, 'Enabled')).toContain('Enabled');
    const file = join(folder, 'note.txt');
    for (const text of ['first', 'the second']) {
      await writeFile(file, text);
      await rclone('copyto', file, `${at}/notes/note.txt`);
    }
    await rclone('deletefile', `${at}/notes/note.txt`);
    expect(await rclone('lsf', '--recursive', '--files-only', at)).toBe('');
    const down = join(folder, 'rclone-versions');
    await rclone('copy', '--s3-versions', at, down);
    const names = await readdir(join(down, 'notes'));
    const texts = names.map((name) => readFile(join(down, 'notes', name), 'utf8'));
    expect((await Promise.all(texts)).toSorted()).toEqual(['first', 'the second']);
    await rclone('backend', 'cleanup-hidden', at);
    expect(await rclone('lsf', '--recursive', '--files-only', '--s3-versions', at)).toBe('');
    await rclone('rmdir', at);
  });
});

describe('OBJ-1 wire: s3cmd', () => {
  async function s3cmd(...parameters: string[]): Promise<string> {
    const host = `127.0.0.1:${store.port}`;
    const options = [
      `--config=${join(folder, 's3cmd.ini')}`,
      `--access_key=${CREDENTIALS.accessKeyId}`,
      `--secret_key=${CREDENTIALS.secretAccessKey}`,
      `--host=${host}`,
      `--host-bucket=${host}`,
      '--no-ssl',
      '--no-progress',
    ];
    return (await run('s3cmd', [...options, ...parameters], { env: environment() })).stdout;
  }

  test('a folder goes up in parts and comes back the same', async () => {
    await s3cmd('mb', 's3://s3cmd-bucket');
    await s3cmd(
      'sync',
      '--multipart-chunk-size-mb=5',
      `${folder}/source/`,
      's3://s3cmd-bucket/up/',
    );
    const listed = await s3cmd('ls', '--recursive', 's3://s3cmd-bucket/up/');
    for (const name of Object.keys(FILES)) expect(listed).toContain(`s3://s3cmd-bucket/up/${name}`);
    await mkdir(join(folder, 's3cmd-down'));
    await s3cmd('sync', 's3://s3cmd-bucket/up/', `${folder}/s3cmd-down/`);
    await expectSameFiles(join(folder, 's3cmd-down'));
  });

  test('objects are copied, moved, described and deleted, and the bucket removed', async () => {
    const at = 's3://s3cmd-bucket';
    await s3cmd('put', join(folder, 'source', 'readme.txt'), `${at}/a b+c.txt`);
    await s3cmd('cp', `${at}/a b+c.txt`, `${at}/copy.txt`);
    await s3cmd('mv', `${at}/copy.txt`, `${at}/moved.txt`);
    expect(await s3cmd('info', `${at}/moved.txt`)).toContain('5d41402abc4b2a76b9719d911017c592');
    await s3cmd('get', `${at}/moved.txt`, join(folder, 'moved.txt'));
    expect(await readFile(join(folder, 'moved.txt'), 'utf8')).toBe('hello');
    await s3cmd('del', '--recursive', '--force', at);
    expect(await s3cmd('ls', '--recursive', at)).toBe('');
    await s3cmd('rb', at);
  });

  test('a bucket gets CORS rules, and they are shown and taken away', async () => {
    const at = 's3://s3cmd-cors';
    const rules = join(folder, 'cors.xml');
    await writeFile(
      rules,
      '<CORSConfiguration><CORSRule><AllowedOrigin>https://app.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>',
    );
    await s3cmd('mb', at);
    await s3cmd('setcors', rules, at);
    expect(await s3cmd('info', at)).toContain('https://app.example');
    await s3cmd('delcors', at);
    expect(await s3cmd('info', at)).not.toContain('https://app.example');
    await s3cmd('rb', at);
  });
});
