import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutBucketVersioningCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type ClashRule, clashRules, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { startFaultyLine } from '../../apps/server/src/testing/faulty-line.ts';
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openStage, type Stage } from '../stage.ts';
import {
  startConditionlessBucket,
  startUserBucket,
  type UserBucket,
  BUCKET,
} from '../user-bucket.ts';
import { createTroupe, type Troupe } from './clashing/troupe.ts';
import { listContents, findIndexFaults } from './clashing/look.ts';

// Jobs whose objects want the same places, in every mode, on stores of three kinds, with two instances
// that are killed while they work and a line that dawdles. Every object has content of its own: after
// the jobs each is there once, in the bucket or in the trash, as the mode says, and the index is the
// listing. Nothing is left in the trash's folder that the trash does not know of.

export const name =
  'jobs with clashing targets, in every mode, on three kinds of stores, killed at random';
/** Names in each of four folders that are moved into one, for each mode and store. */
const NAMES = Number(process.env['CLASHING_NAMES'] ?? 209);

type Tally = { objects: number; kills: number; jobs: number; wrong: string[] };

export async function run(): Promise<{ figure: string; passed: boolean }> {
  const tally: Tally = { objects: 0, kills: 0, jobs: 0, wrong: [] };
  const kinds: [string, () => Promise<UserBucket>][] = [
    ['plain', () => startUserBucket()],
    ['versioned', startVersioned],
    ['conditionless', startConditionlessBucket],
  ];
  for (const [kind, start] of kinds) {
    const bucket = await start();
    const stage = await openStage();
    try {
      await tryStore(kind, { bucket, stage }, tally);
    } finally {
      await stage.close();
      await bucket.stop();
    }
  }
  for (const problem of tally.wrong.slice(0, 20)) process.stderr.write(`  ${problem}\n`);
  return {
    figure: `${tally.wrong.length} of ${tally.objects} objects lost, doubled or wrongly indexed after ${tally.jobs} jobs and ${tally.kills} kills`,
    passed: tally.wrong.length === 0 && tally.kills > 0,
  };
}

async function startVersioned(): Promise<UserBucket> {
  const bucket = await startUserBucket();
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await bucket.client.send(
    new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration }),
  );
  return bucket;
}

type Ground = { bucket: UserBucket; stage: Stage };

async function tryStore(kind: string, { bucket, stage }: Ground, tally: Tally): Promise<void> {
  const line = await startFaultyLine(bucket.url);
  line.plan(async () => {
    await sleep(randomInt(4) === 0 ? randomInt(60) : 0);
    return undefined;
  });
  const settings = {
    EGRESS_ALLOW_DATA: new URL(line.url).host,
    REQUESTS_PER_MINUTE: '100000000',
  };
  const launch = (): Promise<ServerProcess> => stage.launch(settings);
  const troupe = await createTroupe(launch, (server, token) =>
    bucket.connect(server, token, line.url),
  );
  try {
    for (const rule of clashRules) {
      await tryRule(`${kind} ${rule}`, { rule, bucket, stage, troupe }, tally);
    }
    await tryRestore(`${kind} restore`, { bucket, stage, troupe }, tally);
  } finally {
    tally.kills += troupe.kills();
    await troupe.stop();
    await line.stop();
  }
}

type Play = Ground & { troupe: Troupe };

/** Three folders by one job and a fourth by another, all into one, where some names are taken. */
async function tryRule(
  title: string,
  { rule, bucket, stage, troupe }: Play & { rule: ClashRule },
  tally: Tally,
): Promise<void> {
  const here = `${title}/`;
  const names = Array.from({ length: NAMES }, (_, index) => `${index}.txt`);
  const taken = names.filter((_, index) => index % 20 === 0);
  const folders = ['a', 'b', 'c', 'd'];
  const keys = [
    ...folders.flatMap((folder) => names.map((each) => `${here}${folder}/${each}`)),
    ...taken.map((each) => `${here}to/${each}`),
  ];
  await putAll(bucket.client, keys);
  await troupe.crawl();
  const move = (some: string[]) => ({
    kind: 'move',
    onClash: rule,
    items: some.map((folder) => ({ from: `${here}${folder}/`, to: `${here}to/` })),
  });
  const { transfer } = storageJobRoutes;
  await troupe.perform([
    { route: transfer, body: move(['a', 'b', 'c']) },
    { route: transfer, body: move(['d']) },
  ]);
  tally.jobs += 2;
  tally.objects += keys.length;
  const { found, trashed } = await listContents(troupe, bucket.client, here);
  checkOnce(title, keys, [...found.values(), ...trashed], tally);
  const inTarget = [...found.keys()].filter((key) => key.startsWith(`${here}to/`)).length;
  const expected = rule === 'keep-both' ? keys.length : names.length;
  if (inTarget !== expected)
    tally.wrong.push(`${title}: ${inTarget} in the target, not ${expected}`);
  const inTrash = rule === 'replace' ? keys.length - names.length : 0;
  if (trashed.length !== inTrash) {
    tally.wrong.push(`${title}: ${trashed.length} in the trash, not ${inTrash}`);
  }
  tally.wrong.push(...(await findIndexFaults(title, { stage, troupe, client: bucket.client })));
  process.stderr.write(`  ${title}: ${tally.wrong.length} wrong of ${tally.objects} so far\n`);
}

/** The same paths deleted twice and brought back at once, beside each other. */
async function tryRestore(title: string, play: Play, tally: Tally): Promise<void> {
  const { bucket, stage, troupe } = play;
  const here = `${title}/`;
  const paths = Array.from({ length: Math.ceil(NAMES / 4) }, (_, index) => `${here}${index}.txt`);
  const contents: string[] = [];
  const { remove, restore } = storageJobRoutes;
  for (const round of ['first', 'second']) {
    await putAll(bucket.client, paths, round);
    contents.push(...paths.map((path) => contentOf(path, round)));
    await troupe.perform([{ route: remove, body: { paths: [here] } }]);
  }
  await troupe.crawl();
  const ids = await troupe.listTrash(here);
  await troupe.perform([{ route: restore, body: { ids, onClash: 'keep-both' } }]);
  tally.jobs += 3;
  tally.objects += contents.length;
  const { found, trashed } = await listContents(troupe, bucket.client, here);
  const all = [...found.values(), ...trashed];
  checkEach(title, contents, all, tally);
  tally.wrong.push(...(await findIndexFaults(title, { stage, troupe, client: bucket.client })));
  process.stderr.write(`  ${title}: ${tally.wrong.length} wrong of ${tally.objects} so far\n`);
}

function checkOnce(title: string, keys: string[], all: string[], tally: Tally): void {
  const contents = keys.map((key) => contentOf(key));
  checkEach(title, contents, all, tally);
}

function checkEach(title: string, expected: string[], all: string[], tally: Tally): void {
  const counts = new Map<string, number>();
  for (const content of all) counts.set(content, (counts.get(content) ?? 0) + 1);
  for (const content of expected) {
    const count = counts.get(content) ?? 0;
    if (count !== 1) tally.wrong.push(`${title}: ${content} is there ${count} times`);
    counts.delete(content);
  }
  for (const content of counts.keys()) tally.wrong.push(`${title}: ${content} was never written`);
}

function contentOf(key: string, round = ''): string {
  return `content of ${key} ${round}`;
}

async function putAll(client: S3Client, keys: string[], round?: string): Promise<void> {
  const waiting = keys.values();
  const lane = async () => {
    for (const Key of waiting) {
      const Body = contentOf(Key, round);
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
