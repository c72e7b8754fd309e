import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { type OpenUpload, PART_SIZE, uploadRoutes } from '@causeway/contract/storage/uploads.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { sweepLeftUploads } from '../upkeep.ts';
import {
  startStorageWorkspace,
  type StorageWorkspace,
  storeKinds,
} from '#testing/storage-workspace.ts';

const { start, read, putPart, complete, abort, list } = uploadRoutes;

/** What a stream as a body needs; the types of fetch do not know it yet. */
const asStream = { duplex: 'half' };

describe.each(storeKinds)('uploads in parts to $name', (store) => {
  let space: StorageWorkspace;
  beforeAll(async () => {
    space = await startStorageWorkspace({ store });
  });
  afterAll(() => space.stop());

  const bytes = randomBytes(2 * PART_SIZE + 1000);

  function begin(path: string, more: object = {}): Promise<OpenUpload> {
    const body = { path, byte_size: bytes.length, fingerprint: `file ${path}`, ...more };
    return space.call(start, { body });
  }

  function sendPart({ id: uploadId }: OpenUpload, number: number, content = bytes) {
    const part = content.subarray((number - 1) * PART_SIZE, number * PART_SIZE);
    return space.call(putPart, { params: { uploadId, number }, bytes: new Blob([part]) });
  }

  test('OBJ-4 a large file goes up in parts, in any order and several at once', async () => {
    const upload = await begin('parts/a.bin');
    expect(upload).toMatchObject({ partSize: PART_SIZE, partCount: 3, parts: [] });
    await Promise.all([3, 1, 2].map((number) => sendPart(upload, number)));
    const params = { uploadId: upload.id };
    expect(await space.call(complete, { params })).toMatchObject({
      path: 'parts/a.bin',
      byte_size: bytes.length,
    });
    expect((await space.stored('parts/a.bin')).equals(bytes)).toBe(true);
    expect(await space.refuse(read, { params })).toMatchObject({ code: 'E_UPLOAD_NOT_FOUND' });
  });

  test('OBJ-4 after a reload the same file goes on where it was, and a part can be sent again', async () => {
    const upload = await begin('parts/b.bin');
    await sendPart(upload, 2, randomBytes(bytes.length));
    await sendPart(upload, 2);
    const again = await begin('parts/b.bin');
    expect(again.id).toBe(upload.id);
    expect(again.parts.map(({ number }) => number)).toEqual([2]);
    expect((await space.call(list)).map(({ id }) => id)).toContain(upload.id);
    const params = { uploadId: upload.id };
    expect(await space.refuse(complete, { params })).toMatchObject({
      status: 422,
      code: 'E_UPLOAD_INCOMPLETE',
      details: { missing: [1, 3] },
    });
    await sendPart(upload, 1);
    await sendPart(upload, 3);
    await space.call(complete, { params });
    expect((await space.stored('parts/b.bin')).equals(bytes)).toBe(true);
  });

  test('OBJ-4 a name that is taken is told before the first byte, and again at the end', async () => {
    await space.store('parts/taken.bin', 'there');
    const body = { path: 'parts/taken.bin', byte_size: bytes.length };
    expect(await space.refuse(start, { body })).toMatchObject({
      status: 412,
      code: 'E_OBJECT_EXISTS',
      details: { current: { byte_size: 5 } },
    });
    const upload = await begin('parts/late.bin');
    for (const number of [1, 2, 3]) await sendPart(upload, number);
    await space.store('parts/late.bin', 'somebody was faster');
    const params = { uploadId: upload.id };
    expect(await space.refuse(complete, { params })).toMatchObject({ code: 'E_OBJECT_EXISTS' });
    await space.call(complete, { params, body: { overwrite: true } });
    expect((await space.stored('parts/late.bin')).equals(bytes)).toBe(true);
  });

  test.each([true, false])(
    'OBJ-4 an upload that is completed twice at once is written and told once (over another: %s)',
    async (overwrite) => {
      const path = `parts/twice-${overwrite}.bin`;
      if (overwrite) await space.store(path, 'before');
      const upload = await begin(path, { overwrite });
      for (const number of [1, 2, 3]) await sendPart(upload, number);
      const params = { uploadId: upload.id };
      const ends = await Promise.allSettled([1, 2].map(() => space.call(complete, { params })));
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const told = await space.db.query(
        sql`select from audit_log where action = 'storage.uploaded'
          and details->>'path' = ${path}`,
      );
      expect(told.rowCount).toBe(1);
      expect((await space.stored(path)).equals(bytes)).toBe(true);
    },
  );

  test('OBJ-4 an upload is given up without leaving parts behind', async () => {
    const upload = await begin('parts/given-up.bin');
    await sendPart(upload, 1);
    await space.call(abort, { params: { uploadId: upload.id } });
    expect(await space.openUploads()).toBe(0);
    expect(await space.storedKeys('parts/given-up')).toEqual([]);
  });

  test('OBJ-4 uploads nobody touches for a week are aborted', async () => {
    const upload = await begin('parts/forgotten.bin');
    await sendPart(upload, 1);
    await changeRows(
      space.db,
      sql`update storage_upload_trails set touched_at = now() - interval '8 days'`,
    );
    await sweepLeftUploads(space.server.services);
    const params = { uploadId: upload.id };
    expect(await space.refuse(read, { params })).toMatchObject({ code: 'E_UPLOAD_NOT_FOUND' });
    expect(await space.openUploads()).toBe(0);
  });

  test('OBJ-4 an empty file goes up too', async () => {
    const upload = await begin('parts/empty.bin', { byte_size: 0 });
    await space.call(putPart, { params: { uploadId: upload.id, number: 1 }, bytes: new Blob([]) });
    await space.call(complete, { params: { uploadId: upload.id } });
    expect(await space.stored('parts/empty.bin')).toHaveLength(0);
  });

  test('OBJ-4 a part of the wrong length is refused', async () => {
    const upload = await begin('parts/wrong.bin');
    const params = { uploadId: upload.id, number: 1 };
    expect(await space.refuse(putPart, { params, bytes: new Blob(['short']) })).toMatchObject({
      status: 422,
    });
    expect(
      await space.refuse(putPart, { params: { ...params, number: 4 }, bytes: new Blob(['x']) }),
    ).toMatchObject({ status: 422 });
    await space.call(abort, { params: { uploadId: upload.id } });
  });

  test('OBJ-4 an upload is its owner’s: another member neither sees nor ends it', async () => {
    const upload = await begin('parts/mine.bin');
    const params = { uploadId: upload.id };
    const { owner } = space.people;
    expect(await space.refuse(abort, { params, as: owner })).toMatchObject({ status: 404 });
    expect(await space.call(list, { as: owner })).toEqual([]);
    await space.call(abort, { params });
  });

  test('OBJ-4 an upload that breaks off midway leaves neither object nor parts', async () => {
    const leaving = new AbortController();
    const form = new ReadableStream({
      start(controller) {
        const head =
          '--x\r\ncontent-disposition: form-data; name="file"; filename="cut.bin"\r\n\r\n';
        controller.enqueue(Buffer.from(head));
        controller.enqueue(randomBytes(3 * PART_SIZE));
      },
    });
    const sent = fetch(
      `${space.server.url}${storageRoutes.upload.path}?connector[id]=${space.connectorId}&path=cut/`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${space.people.editor.token}`,
          'content-type': 'multipart/form-data; boundary=x',
        },
        body: form,
        signal: leaving.signal,
        ...asStream,
      },
    );
    const broken = expect(sent).rejects.toThrow('abort');
    const trails = () =>
      space.db.query(sql`select from storage_upload_trails where path like 'cut/%'`);
    await expect.poll(trails, { timeout: 20_000 }).toMatchObject({ rowCount: 1 });
    leaving.abort();
    await broken;
    await expect.poll(trails, { timeout: 20_000 }).toMatchObject({ rowCount: 0 });
    expect(await space.openUploads()).toBe(0);
    expect(await space.storedKeys('cut/')).toEqual([]);
  });
});
