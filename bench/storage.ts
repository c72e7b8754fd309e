import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median, timeEach } from './timing.ts';
import { BUCKET, startUserBucket, type UserBucket } from './user-bucket.ts';

const KEYS = 100_000;
const GIGABYTE = 1024 ** 3;
const BLOCK = Buffer.alloc(1024 ** 2, 'causeway');

/** What stands between a user and their bucket: the same through us and through the SDK. */
export async function bench(): Promise<Row[]> {
  const bucket = await startUserBucket(Array.from({ length: KEYS }, (_, index) => keyAt(index)));
  const stage = await openStage();
  try {
    const server = await stage.launch({
      EGRESS_ALLOW_DATA: new URL(bucket.url).host,
      REQUESTS_PER_MINUTE: '100000000',
    });
    const token = await logIn(server);
    const asked = createAsker(server, token, await bucket.connect(server, token));
    return [
      await measureListing(asked, bucket),
      ...(await measureSearch(asked)),
      ...(await measureLargeObject(server, asked, bucket)),
    ];
  } finally {
    await stage.close();
    await bucket.stop();
  }
}

/** Words to search for, some everywhere and some once. */
function keyAt(index: number): string {
  const number = String(index).padStart(6, '0');
  const place = ['photos', 'invoices', 'films', 'exports'][index % 4];
  return `one/prefix/${place} ${number}.${index % 3 ? 'jpg' : 'json'}`;
}

async function measureListing(asked: Asker, bucket: UserBucket): Promise<Row> {
  const path = asked.address('/api/s3/v1/list', { path: 'one/prefix/' });
  const command = new ListObjectsV2Command({
    Bucket: BUCKET,
    Prefix: 'one/prefix/',
    Delimiter: '/',
  });
  const [ours, raw] = await timeBoth(
    60,
    async () => JSON.parse(await asked.get(path)) as unknown,
    () => bucket.client.send(command),
  );
  return {
    name: 'first 1,000 of 100,000 keys, fetched and parsed, p50, ms, against one list call of the SDK',
    ours,
    raw,
    ratio: ours / raw,
    limit: 1.1,
  };
}

async function measureSearch(asked: Asker): Promise<Row[]> {
  const started = performance.now();
  await asked.post('/api/s3/v1/index/refresh', { olderThanMinutes: 0 });
  while (!(await asked.get(asked.address('/api/s3/v1/index', {}))).includes('"ready"')) {
    await sleep(100);
  }
  const seconds = (performance.now() - started) / 1000;
  const rows: Row[] = [
    { name: 'crawl of 100,000 keys into the index, s', ours: seconds, limit: 8 },
  ];
  for (const [what, query] of [
    ['of one object', { text: '077777' }],
    ['of a common word', { text: 'photos jpg' }],
    ['of two letters', { text: 'vo' }],
    ['ordered by date', { text: 'films', order: 'date', descending: 'true' }],
  ] as [string, Record<string, string>][]) {
    const path = asked.address('/api/s3/v1/search', query);
    const times = await timeEach(30, () => asked.get(path));
    rows.push({ name: `search ${what} in 100,000, p50, ms`, ours: median(times), limit: 50 });
  }
  return rows;
}

async function measureLargeObject(
  server: ServerProcess,
  asked: Asker,
  bucket: UserBucket,
): Promise<Row[]> {
  const memory = watchMemory(server.pid);
  const [up, upRaw] = await bestOfBoth(
    () => asked.upload('ours.bin'),
    async () => {
      const Body = Readable.from(blocks());
      await new Upload({
        client: bucket.client,
        params: { Bucket: BUCKET, Key: 'raw.bin', Body },
      }).done();
    },
  );
  const grownUp = memory.grown();
  const [down, downRaw] = await bestOfBoth(
    () => asked.download(asked.address('/api/s3/v1/content', { path: 'ours.bin' })),
    async () => {
      const { Body } = await bucket.client.send(
        new GetObjectCommand({ Bucket: BUCKET, Key: 'ours.bin' }),
      );
      let received = 0;
      for await (const piece of Body as Readable) received += (piece as Buffer).length;
      if (received !== GIGABYTE) throw new Error(`${received} bytes`);
    },
  );
  const grownDown = memory.grown();
  memory.stop();
  return [
    { name: '1 GB up, s, against the SDK', ours: up, raw: upRaw, ratio: up / upRaw, limit: 1.3 },
    { name: '1 GB up, server memory grows by, MB', ours: grownUp, limit: 100 },
    {
      name: '1 GB down, s, against the SDK',
      ours: down,
      raw: downRaw,
      ratio: down / downRaw,
      limit: 1.3,
    },
    { name: '1 GB down, server memory grows by, MB', ours: grownDown, limit: 100 },
  ];
}

function* blocks(): Generator<Buffer> {
  for (let sent = 0; sent < GIGABYTE; sent += BLOCK.length) yield BLOCK;
}

type Asker = {
  address(path: string, query: Record<string, string>): string;
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<void>;
  upload(path: string): Promise<void>;
  download(path: string): Promise<void>;
};

function createAsker(server: ServerProcess, token: string, connectorId: string): Asker {
  const headers = { authorization: `Bearer ${token}` };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = (path: string, query: Record<string, string>) =>
    `${path}?${new URLSearchParams({ 'connector[id]': connectorId, ...query }).toString()}`;

  /** Answers with the text, or with nothing where only the length counts. */
  function send(method: string, path: string, body?: Readable, type?: string, counts = false) {
    return new Promise<string>((resolve, reject) => {
      const sent = request(
        `${server.url}${path}`,
        { method, agent, headers: { ...headers, ...(type && { 'content-type': type }) } },
        (answer) => {
          const pieces: Buffer[] = [];
          let received = 0;
          answer.on('data', (piece: Buffer) => {
            received += piece.length;
            if (!counts) pieces.push(piece);
          });
          answer.on('error', reject).on('end', () => {
            const text = Buffer.concat(pieces).toString();
            if (answer.statusCode !== 200)
              reject(new Error(`${path}: ${answer.statusCode} ${text}`));
            else if (counts && received !== GIGABYTE) reject(new Error(`${received} bytes`));
            else resolve(text);
          });
        },
      );
      sent.on('error', reject);
      if (body) body.pipe(sent);
      else sent.end();
    });
  }

  return {
    address,
    get: (path) => send('GET', path),
    post: async (path, body) => {
      const text = JSON.stringify({ connector: { id: connectorId }, ...body });
      await send('POST', path, Readable.from([text]), 'application/json');
    },
    upload: async (path) => {
      const form = Readable.from(asForm(path));
      const type = 'multipart/form-data; boundary=bench';
      await send('POST', address('/api/s3/v1/upload', { path }), form, type);
    },
    download: async (path) => {
      await send('GET', path, undefined, undefined, true);
    },
  };
}

function* asForm(name: string): Generator<Buffer> {
  yield Buffer.from(
    `--bench\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  );
  yield* blocks();
  yield Buffer.from('\r\n--bench--\r\n');
}

/** The most a process grew beyond what it had when the watch began, in MB. */
function watchMemory(pid: number) {
  let first = 0;
  let most = 0;
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const now = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
    first ||= now;
    most = Math.max(most, now);
  };
  const timer = setInterval(() => void look(), 50);
  return { grown: () => most - first, stop: () => clearInterval(timer) };
}

async function timeBoth(times: number, ours: () => Promise<unknown>, raw: () => Promise<unknown>) {
  await timeEach(15, ours);
  await timeEach(15, raw);
  const taken: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    taken[0].push(...(await timeEach(1, ours)));
    taken[1].push(...(await timeEach(1, raw)));
  }
  return [median(taken[0]), median(taken[1])] as const;
}

/** Seconds of the quickest of three each, in turns. */
async function bestOfBoth(ours: () => Promise<unknown>, raw: () => Promise<unknown>) {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    taken[0].push(...(await timeEach(1, ours)));
    taken[1].push(...(await timeEach(1, raw)));
  }
  return [Math.min(...taken[0]) / 1000, Math.min(...taken[1]) / 1000] as const;
}
