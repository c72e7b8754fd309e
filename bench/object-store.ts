import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { startFauxqs } from 'fauxqs';
import { openCatalog } from '@causeway/object-store/catalog';
import { startObjectStore } from '@causeway/object-store';

// The embedded object store against what it can fairly be held to: a listing against fauxqs, which
// holds the same keys in memory, and a large object against the disk itself. Both servers run in
// processes of their own, as they do in use, and every figure comes from the same run.

/** Smaller is better: seconds, milliseconds or bytes; the ratio must stay within the limit. */
export interface Figure {
  name: string;
  ours: number;
  raw: number;
  ratio: number;
  limit: number;
}

const KEYS = 100_000;
const GIGABYTE = 1024 ** 3;
const BLOCK = 1024 ** 2;
const Bucket = 'bench';
const CREDENTIALS = { accessKeyId: 'bench', secretAccessKey: 'bench-secret' };

export async function bench(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-bench-'));
  try {
    return [...(await benchListing(directory)), ...(await benchLargeObject(directory))];
  } finally {
    await Promise.all(running.splice(0).map(stop));
    await rm(directory, { recursive: true });
  }
}

const running: ChildProcess[] = [];

async function benchListing(directory: string): Promise<Figure[]> {
  await fillCatalog(join(directory, 'store'));
  const ours = await startServer('store', join(directory, 'store'));
  const other = await startServer('fauxqs', '');
  await fillFauxqs(other.url);
  const figures = [];
  for (const { name, parts } of [
    { name: 'list the first 1000 of 100k keys, ms', parts: {} },
    { name: 'list 1000 from the middle of 100k keys, ms', parts: { StartAfter: keyAt(KEYS / 2) } },
    { name: 'list 100k keys by delimiter, ms', parts: { Delimiter: '/', Prefix: 'one/' } },
  ]) {
    const list = new ListObjectsV2Command({ Bucket, Prefix: 'one/prefix/', ...parts });
    const [mine, theirs] = [await timeGets(ours.url, list), await timeGets(other.url, list)];
    figures.push(figure(name, mine, theirs, 0.5));
  }
  await Promise.all(running.splice(0).map(stop));
  return figures;
}

async function benchLargeObject(directory: string): Promise<Figure[]> {
  const server = await startServer('store', join(directory, 'store'));
  const rawFile = join(directory, 'raw');
  const block = randomBytes(BLOCK);
  const target = { Bucket, Key: 'large' };
  const idle = await server.resetPeakMemory();

  const putUrl = await presign(server.url, new PutObjectCommand(target));
  const rawWrite = await bestOf(() => writeRaw(rawFile, block));
  const put = await bestOf(() => sendBlocks(putUrl, block));
  const putGrowth = (await server.resetPeakMemory()) - idle;

  const forget = () => forgetCached(rawFile, join(directory, 'store', 'blobs'));
  const getUrl = await presign(server.url, new GetObjectCommand(target));
  const rawRead = await bestOf(() => readRaw(rawFile), forget);
  const get = await bestOf(() => receiveAll(getUrl), forget);
  const getGrowth = (await server.resetPeakMemory()) - idle;
  const plain = await startServer('plain', rawFile);
  const plainPut = await bestOf(() => sendBlocks(plain.url, block));
  const plainGet = await bestOf(() => receiveAll(plain.url));
  const cachedGet = await bestOf(() => receiveAll(getUrl));
  return [
    figure('put 1 GB against a raw write and fsync, s', put, rawWrite, 2),
    figure('put 1 GB against a plain Node server, s', put, plainPut, 1),
    figure('get 1 GB against a raw read from disk, s', get, rawRead, 1.4),
    figure('get 1 GB, cached, against a plain Node server, s', cachedGet, plainGet, 0.4),
    figure('memory growth during put against 1 GB, bytes', putGrowth, GIGABYTE, 0.1),
    figure('memory growth during get against 1 GB, bytes', getGrowth, GIGABYTE, 0.08),
  ];
}

function figure(name: string, ours: number, raw: number, limit: number): Figure {
  return { name, ours, raw, ratio: ours / raw, limit };
}

function keyAt(index: number): string {
  return `one/prefix/${String(index).padStart(6, '0')}.json`;
}

/** Straight into the catalog: 100k puts would measure the disk, not the listing. */
async function fillCatalog(directory: string): Promise<void> {
  await (
    await startObjectStore({ directory, host: '127.0.0.1', port: 0, credentials: [] })
  ).close();
  const catalog = await openCatalog(directory);
  await catalog.commit(() => {
    catalog.insertBucket(Bucket);
    for (let index = 0; index < KEYS; index++) {
      catalog.putObject(Bucket, {
        key: Buffer.from(keyAt(index)),
        size: 0,
        etag: 'd41d8cd98f00b204e9800998ecf8427e',
        modified: Date.now(),
        headers: { 'content-type': 'application/json' },
        checksum: undefined,
        content: [],
        version: 'null',
        sequence: 0,
      });
    }
  });
  await catalog.close();
}

async function fillFauxqs(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const put = (path: string) =>
    new Promise<void>((resolve, reject) => {
      request(`${url}/${path}`, { method: 'PUT', agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`fauxqs answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      })
        .on('error', reject)
        .end('x');
    });
  await put(Bucket);
  let next = 0;
  const work = async () => {
    while (next < KEYS) await put(`${Bucket}/${keyAt(next++)}`);
  };
  await Promise.all(Array.from({ length: 16 }, work));
  agent.destroy();
}

/** The median of 21, after some to warm up. */
async function timeGets(url: string, command: ListObjectsV2Command): Promise<number> {
  const signed = await presign(url, command);
  const times: number[] = [];
  for (let round = 0; round < 26; round++) {
    const start = performance.now();
    const answer = await fetch(signed);
    const text = await answer.text();
    if (round >= 5) times.push(performance.now() - start);
    if (!/<KeyCount>(1000|1)<\/KeyCount>/.test(text)) throw new Error(text.slice(0, 500));
  }
  return times.toSorted((a, b) => a - b)[10]!;
}

function presign(
  endpoint: string,
  command: ListObjectsV2Command | GetObjectCommand | PutObjectCommand,
): Promise<string> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  // Every command of the client can be presigned; the signature's types want one at a time.
  return getSignedUrl(client, command as GetObjectCommand);
}

/** Seconds of the quickest of three, which is the one the rest of the machine disturbed least. */
async function bestOf(work: () => Promise<void>, prepare = async () => {}): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await prepare();
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return Math.min(...times);
}

async function writeRaw(path: string, block: Buffer): Promise<void> {
  const file = await open(path, 'w');
  for (let written = 0; written < GIGABYTE; written += BLOCK) await file.write(block);
  await file.sync();
  await file.close();
}

async function readRaw(path: string): Promise<void> {
  const file = await open(path, 'r');
  const buffer = Buffer.alloc(BLOCK);
  while ((await file.read(buffer, 0, BLOCK)).bytesRead > 0);
  await file.close();
}

async function sendBlocks(url: string, block: Buffer): Promise<void> {
  const sent = request(url, { method: 'PUT', headers: { 'content-length': GIGABYTE } });
  const answered = once(sent, 'response');
  for (let written = 0; written < GIGABYTE; written += BLOCK) {
    if (!sent.write(block)) await once(sent, 'drain');
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`put answered ${answer.statusCode}`);
}

/** The least a client can do: the bytes go to one piece of memory, and are counted. */
function receiveAll(url: string): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = 0;
    const count = (bytes: number) => {
      received += bytes;
      return true;
    };
    const buffer = Buffer.allocUnsafeSlow(BLOCK);
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer, callback: count },
    });
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`,
    );
    socket.on('error', reject).on('close', () => {
      // The head of the answer comes on top.
      if (received >= GIGABYTE && received < GIGABYTE + 4_096) resolve();
      else reject(new Error(`${received} bytes`));
    });
  });
}

/** Drops both files from the page cache, so that both are read from the disk (GNU dd). */
async function forgetCached(rawFile: string, blobs: string): Promise<void> {
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = [rawFile, ...files.map(({ parentPath, name }) => join(parentPath, name))];
  for (const path of paths) {
    const run = promisify(execFile)('dd', [`if=${path}`, 'iflag=nocache', 'count=0']);
    await run.catch(() => console.warn('no GNU dd here: reading from the page cache'));
  }
}

async function startServer(kind: keyof typeof SERVE, path: string) {
  const child = fork(import.meta.filename, ['serve', kind, path], { stdio: 'inherit' });
  running.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { url, resetPeakMemory: () => resetPeakMemory(child) };
}

async function resetPeakMemory(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('peak');
  const [{ peak }] = (await answered) as [{ peak: number }];
  return peak;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

const SERVE = { store: serveStore, fauxqs: serveFauxqs, plain: servePlain };

async function serve(kind: keyof typeof SERVE, path: string): Promise<void> {
  const url = await SERVE[kind](path);
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  setInterval(sample, 50);
  process.on('message', () => {
    sample();
    process.send!({ peak });
    peak = 0;
  });
  process.send!({ url });
}

async function serveStore(directory: string): Promise<string> {
  const options = { directory, host: '127.0.0.1', port: 0, credentials: [CREDENTIALS] };
  return (await startObjectStore(options)).url;
}

async function serveFauxqs(): Promise<string> {
  const { port } = await startFauxqs({ port: 0, logger: false });
  return `http://127.0.0.1:${port}`;
}

/** The least a Node server can do: send a file, or write one and flush it. */
async function servePlain(path: string): Promise<string> {
  const server = createServer(async (message, response) => {
    if (message.method === 'PUT') {
      await pipeline(message, createWriteStream(`${path}.plain`, { flush: true }));
      response.end();
    } else {
      response.setHeader('content-length', GIGABYTE);
      createReadStream(path).pipe(response);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

if (process.argv[2] === 'serve')
  await serve(process.argv[3] as keyof typeof SERVE, process.argv[4]!);
else if (import.meta.main) console.table(await bench());
