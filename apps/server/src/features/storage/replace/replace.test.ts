import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import {
  type FoundFile,
  LARGEST_TEXT,
  storageReplaceRoutes,
} from '@causeway/contract/storage/replace.ts';
import { endedJob } from '#testing/ended-job.ts';
import { startFaultyStorage } from '#testing/faulty-storage.ts';
import { BUCKET, storeKinds } from '#testing/storage-workspace.ts';

const { look, run } = storageReplaceRoutes;
const { resume, undo, trash, purge } = storageJobRoutes;

type Asked = Record<string, unknown> & { folder: string; find: string };

describe.each(storeKinds)('find and replace in files of $name', async (store) => {
  const { space, line } = await startFaultyStorage({ store });
  afterEach(() => line.plan());
  afterAll(() => space.stop());

  const ended = (job: StorageJob) => endedJob(space, job);

  /** Every stretch, one after the other. */
  async function lookAll(replacement: Asked) {
    const all = { files: [] as FoundFile[], lookedAt: 0, leftOut: [] as unknown[] };
    let after: string | null = null;
    do {
      const stretch: Awaited<ReturnType<typeof lookFrom>> = await lookFrom(replacement, after);
      all.files.push(...stretch.files);
      all.lookedAt += stretch.lookedAt;
      all.leftOut.push(...stretch.leftOut);
      after = stretch.next;
    } while (after !== null);
    return all;
  }

  function lookFrom(replacement: Asked, after: string | null) {
    return space.call(look, { body: { replacement, ...(after !== null && { after }) } });
  }

  function start(replacement: Asked, files: FoundFile[]): Promise<StorageJob> {
    const seen = files.map(({ path, etag }) => ({ path, etag }));
    return space.call(run, { body: { replacement, files: seen } });
  }

  const textOf = async (key: string) => (await space.stored(key)).toString();

  test('SQL-7 text is found in files with its lines, replaced, and taken back byte for byte', async () => {
    const bom = '\uFEFFcolour: red\r\nGrüße, red red\r\n';
    await space.store('docs/a.txt', bom);
    await space.store('docs/deep/b.md', 'nothing here\n\nbored of red');
    await space.store('docs/c.txt', 'blue only');
    const asked = { folder: 'docs/', find: 'red', replaceWith: 'grün', wholeWord: true };
    const { files, lookedAt, leftOut } = await lookAll(asked);
    expect({ lookedAt, leftOut }).toEqual({ lookedAt: 3, leftOut: [] });
    expect(files.map(({ path, matches }) => [path, matches])).toEqual([
      ['docs/a.txt', 3],
      ['docs/deep/b.md', 1],
    ]);
    expect(files[0]!.lines.map(({ number }) => number)).toEqual([1, 2]);
    expect(files[1]!.lines).toEqual([
      {
        number: 3,
        marks: [
          { kind: 'same', text: 'bored of ' },
          { kind: 'removed', text: 'red' },
          { kind: 'inserted', text: 'grün' },
        ],
      },
    ]);

    const job = await ended(await start(asked, files));
    expect(job).toMatchObject({ kind: 'replace', state: 'done', done: 2, canUndo: true });
    expect(job.replaced).toEqual({ find: 'red', replaceWith: 'grün' });
    expect(await textOf('docs/a.txt')).toBe('\uFEFFcolour: grün\r\nGrüße, grün grün\r\n');
    expect(await textOf('docs/deep/b.md')).toBe('nothing here\n\nbored of grün');

    const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(back).toMatchObject({ state: 'done', done: 2, undoes: job.id });
    expect(await textOf('docs/a.txt')).toBe(bom);
    expect(await textOf('docs/deep/b.md')).toBe('nothing here\n\nbored of red');
    expect((await space.call(trash, { query: { search: 'docs/' } })).items).toEqual([]);
  });

  test('SQL-7 a regular expression has groups and lines; one that can not be read is said to be so', async () => {
    await space.store('re/x.csv', 'id,name\n1,Ada Lovelace\n2,Grace Hopper\n');
    const asked = {
      folder: 're/',
      find: String.raw`^(\d+),(\w+) (\w+)$`,
      replaceWith: String.raw`\1,\3 \\ \2 \&`,
      isRegex: true,
    };
    const { files } = await lookAll(asked);
    await ended(await start(asked, files));
    expect(await textOf('re/x.csv')).toBe(
      'id,name\n1,Lovelace \\ Ada 1,Ada Lovelace\n2,Hopper \\ Grace 2,Grace Hopper\n',
    );
    const wrong = { folder: 're/', find: '(', isRegex: true };
    const refused = await space.refuse(look, { body: { replacement: wrong } });
    expect(refused).toMatchObject({ status: 422, code: 'E_PATTERN_INVALID' });
    const greedy = { folder: 're/', find: '(a*)*!$', isRegex: true };
    await space.store('re/long.txt', `${'a'.repeat(100_000)}!`);
    expect((await lookAll(greedy)).files).toHaveLength(1);
  });

  test('what is no text is left out with the reason, and only files with the named patterns are looked at', async () => {
    await space.store('odd/latin.txt', Buffer.from([0x67, 0x72, 0xfc, 0x6e]));
    await space.store('odd/zeros.txt', Buffer.from('find\0me'));
    await space.store('odd/huge.log', Buffer.alloc(LARGEST_TEXT + 1, 'find me '));
    await space.store('odd/picture.png', 'find me');
    await space.store('odd/app.conf', 'find me');
    await space.store('odd/README', 'find me');
    await space.store('odd/locked.txt', 'find me');
    line.plan(({ method, url }) => {
      return method === 'GET' && url.includes('locked.txt') ? 'forbidden' : undefined;
    });
    const whole = await lookAll({ folder: 'odd/', find: 'find me' });
    expect(whole.files.map(({ path }) => path)).toEqual(['odd/README']);
    expect(whole.leftOut).toEqual([
      { path: 'odd/huge.log', reason: 'size' },
      { path: 'odd/latin.txt', reason: 'encoding' },
      { path: 'odd/locked.txt', reason: 'forbidden' },
      { path: 'odd/zeros.txt', reason: 'encoding' },
    ]);
    await space.store('odd/one-line.txt', 'a'.repeat(1_000_000));
    const long = await lookAll({ folder: 'odd/', find: 'a', names: 'one-line.*' });
    expect(long.files).toMatchObject([{ matches: 1_000_000, lines: [{ number: 1 }] }]);
    const named = await lookAll({ folder: 'odd/', find: 'find me', names: '*.CONF, *.png' });
    expect(named.files.map(({ path }) => path)).toEqual(['odd/app.conf']);
  });

  test('RULE-1.1 a file that would be no JSON any more is told before, and is never written', async () => {
    await space.store('json/a.json', '{"n": 9007199254740993, "k": "v"}');
    await space.store('json/b.json', '{"v": 1.10}');
    const asked = { folder: 'json/', find: '"v"', replaceWith: '"' };
    const { files } = await lookAll(asked);
    expect(files.map(({ conflict }) => conflict)).toEqual(['json', 'json']);
    const job = await ended(await start(asked, files));
    expect(job).toMatchObject({ state: 'failed', done: 0, failed: 2 });
    const mended = { ...asked, replaceWith: '"w"' };
    await ended(await start(mended, (await lookAll(mended)).files));
    expect(await textOf('json/a.json')).toBe('{"n": 9007199254740993, "k": "w"}');
    expect(await textOf('json/b.json')).toBe('{"w": 1.10}');
  });

  test('a file that changed after it was seen stays as it is, before and when it is taken back', async () => {
    for (const name of ['a', 'b', 'c']) await space.store(`seen/${name}.txt`, `old ${name}`);
    const asked = { folder: 'seen/', find: 'old', replaceWith: 'new' };
    const { files } = await lookAll(asked);
    await space.store('seen/a.txt', 'old, but mine');
    const job = await ended(await start(asked, files));
    expect(job).toMatchObject({ state: 'failed', done: 2, failed: 1 });
    expect(job.failures).toMatchObject([{ path: 'seen/a.txt', code: 'E_VERSION_CONFLICT' }]);
    expect(await textOf('seen/a.txt')).toBe('old, but mine');

    await space.store('seen/b.txt', 'new, and mine');
    const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(back).toMatchObject({ state: 'failed', done: 1, failed: 1 });
    expect(await textOf('seen/b.txt')).toBe('new, and mine');
    expect(await textOf('seen/c.txt')).toBe('old c');
  });

  test('nothing is lost or written twice where the bucket fails midway; what is left goes on', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `faulty/${index}.txt`);
    for (const name of names) await space.store(name, 'one aa');
    const asked = { folder: 'faulty/', find: 'a', replaceWith: 'aa' };
    const { files } = await lookAll(asked);
    line.plan(({ method, url }) => {
      if (method !== 'PUT' || url.includes('trash')) return undefined;
      if (url.includes('2.txt')) return 'lost';
      return url.includes('4.txt') ? 'error' : undefined;
    });
    const failed = await ended(await start(asked, files));
    expect(failed.done + failed.failed).toBe(6);
    expect(failed.failed).toBeGreaterThan(0);
    line.plan();
    const resumed = await space.call(resume, { params: { jobId: failed.id } });
    expect(await ended(resumed)).toMatchObject({ state: 'done', done: 6, failed: 0 });
    for (const name of names) expect(await textOf(name)).toBe('one aaaa');
    const back = await ended(await space.call(undo, { params: { jobId: failed.id } }));
    expect(back).toMatchObject({ state: 'done', done: 6 });
    for (const name of names) expect(await textOf(name)).toBe('one aa');
  });

  test('a file keeps its type and what is noted on it; emptied trash is told when it is missed', async () => {
    await space.client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: 'meta/a.txt',
        Body: 'old',
        ContentType: 'text/x-special',
        CacheControl: 'max-age=60',
        Metadata: { author: 'ada' },
      }),
    );
    const asked = { folder: 'meta/', find: 'old', replaceWith: 'new' };
    const job = await ended(await start(asked, (await lookAll(asked)).files));
    const details = await space.call(storageRoutes.details, { query: { path: 'meta/a.txt' } });
    expect(details).toMatchObject({
      contentType: 'text/x-special',
      cacheControl: 'max-age=60',
      metadata: { author: 'ada' },
    });
    await ended(await space.call(purge, { body: { jobId: job.id } }));
    const back = await ended(await space.call(undo, { params: { jobId: job.id } }));
    expect(back).toMatchObject({ state: 'failed', failed: 1 });
    expect(await textOf('meta/a.txt')).toBe('new');
  });

  test('SQL-7 many files are looked through a stretch at a time, each once, by readers too', async () => {
    const names = Array.from(
      { length: 120 },
      (_, index) => `many/${String(index).padStart(3, '0')}.txt`,
    );
    await Promise.all(names.map((name) => space.store(name, 'x')));
    const as = space.people.viewer;
    const replacement = { folder: 'many/', find: 'x' };
    const first = await space.call(look, { as, body: { replacement } });
    expect(first.files.length).toBeLessThan(60);
    expect((await lookAll(replacement)).files.map(({ path }) => path)).toEqual(names);
    const files = [{ path: 'many/000.txt', etag: 'x' }];
    const refused = await space.refuse(run, { as, body: { replacement, files } });
    expect(refused).toMatchObject({ status: 403 });
  });
});
