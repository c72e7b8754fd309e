import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { StoreError } from '../http/errors.ts';
import { createFileSender } from './file-sender.ts';
import { createHashedWriter, createPlainWriter } from './file-writer.ts';
import { createMd5Thread } from './etag.ts';

// A blob is a file of bytes under a random name. It is written once, flushed to disk together with
// its folder, and only then may the catalog name it; it never changes after. So an object's bytes
// and description cannot be torn apart: the catalog's commit is the one moment it comes to be.
// States: written (nobody names it) → named by the catalog → removed. A crash can only leave a
// written or a no longer named one behind; 'sweep' deletes those at the next start.

export interface Blob {
  id: string;
  size: number;
}

/** What an object or part consists of: blobs one after the other. */
export type Content = Blob[];

export interface BlobWriter {
  write(piece: Buffer): Promise<void>;
  /** Of all that was written; nothing can be written after it. */
  etag(): Promise<string>;
  finish(): Promise<Blob>;
  discard(): Promise<void>;
}

export type Blobs = Awaited<ReturnType<typeof openBlobs>>;

const READ_BYTES = 512 * 1024;
// A delete, too, is first written to the catalog's log: without this rest, a full disk could not be
// emptied through the store.
const RESERVED_BYTES = 8 * 1024 * 1024;

export async function openBlobs(directory: string) {
  await Promise.all(folderNames().map((name) => mkdir(join(directory, name), { recursive: true })));
  await syncFolder(directory);
  const md5Thread = createMd5Thread();
  // A file that cannot be removed now is one that 'sweep' removes at the next start; what made it
  // superfluous has happened and must not be reported as failed.
  const holds = createHolds((id) => rm(pathOf(id), { force: true }).catch(() => {}));

  function pathOf(id: string): string {
    return join(directory, id.slice(0, 2), id);
  }

  /** With an ETag that is the MD5, or any that no other content has. */
  async function create(etag: 'md5' | 'unique'): Promise<BlobWriter> {
    await requireSpace(directory);
    const id = newId();
    const file = await open(pathOf(id), 'wx');
    const writer =
      etag === 'md5' ? createHashedWriter(file, md5Thread.create()) : createPlainWriter(file);
    return {
      write: writer.write,
      etag: writer.etag,
      finish: async () => {
        const size = await writer.finish();
        await syncFolder(join(directory, id.slice(0, 2)));
        return { id, size };
      },
      discard: async () => {
        await writer.abandon();
        await rm(pathOf(id), { force: true });
      },
    };
  }

  /** Bytes from start up to, not including, end. */
  async function* read(content: Content, start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { id, size } of content) {
      const from = Math.max(start - offset, 0);
      const to = Math.min(end - offset, size);
      if (from < to) yield* readFile(pathOf(id), from, to);
      offset += size;
    }
  }

  /** Like 'read', straight to whoever asked for it, to its end. */
  async function send(content: Content, start: number, end: number, to: Writable): Promise<void> {
    const sender = createFileSender(to, end - start);
    let offset = 0;
    for (const { id, size } of content) {
      const from = Math.max(start - offset, 0);
      const until = Math.min(end - offset, size);
      offset += size;
      if (from >= until) continue;
      const file = await open(pathOf(id), 'r');
      await sender.send(file, from, until).finally(() => file.close());
    }
    await sender.end();
  }

  /** The same bytes under new names. Blobs never change, so a second link is as good as a copy. */
  async function duplicate(content: Content): Promise<Content> {
    await requireSpace(directory);
    const copies = content.map(({ id, size }) => ({ from: id, to: newId(), size }));
    for (const { from, to } of copies) await linkOrCopy(pathOf(from), pathOf(to));
    const folders = new Set(copies.map(({ to }) => join(directory, to.slice(0, 2))));
    for (const folder of folders) await syncFolder(folder);
    return copies.map(({ to, size }) => ({ id: to, size }));
  }

  async function sweep(isNamed: (id: string) => boolean): Promise<void> {
    for (const name of folderNames()) {
      const ids = await readdir(join(directory, name));
      for (const id of ids) if (!isNamed(id)) await rm(join(directory, name, id));
    }
  }

  return {
    create,
    read,
    send,
    duplicate,
    sweep,
    hold: holds.hold,
    remove: holds.remove,
    close: md5Thread.close,
  };
}

async function requireSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < RESERVED_BYTES) throw new StoreError('StorageFull');
}

function folderNames(): string[] {
  return Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
}

function newId(): string {
  return randomBytes(16).toString('hex');
}

/** A download keeps its blobs alive while the object is overwritten or deleted beneath it. */
function createHolds(unlink: (id: string) => Promise<void>) {
  const readers = new Map<string, number>();
  const doomed = new Set<string>();

  function release(content: Content): void {
    for (const { id } of content) {
      const left = (readers.get(id) ?? 1) - 1;
      if (left > 0) readers.set(id, left);
      else readers.delete(id);
      if (left === 0 && doomed.delete(id)) void unlink(id);
    }
  }

  return {
    hold(content: Content): () => void {
      for (const { id } of content) readers.set(id, (readers.get(id) ?? 0) + 1);
      return () => release(content);
    },

    async remove(content: Content): Promise<void> {
      for (const { id } of content) {
        if (readers.has(id)) doomed.add(id);
        else await unlink(id);
      }
    },
  };
}

/** Reads one step ahead, so that the disk works while the last piece is being sent. */
async function* readFile(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  let ahead = readPiece(file, start, end);
  try {
    for (let position = start; position < end;) {
      const piece = await ahead;
      position += piece.length;
      if (position < end) ahead = readPiece(file, position, end);
      // Awaited in the next round or below; until then a failure must not count as unhandled.
      ahead.catch(() => {});
      yield piece;
    }
  } finally {
    // Its failure was told by the loop that read it, or nobody reads on.
    await ahead.catch(() => {});
    await file.close();
  }
}

async function readPiece(file: FileHandle, position: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, end - position));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  if (bytesRead === 0) throw new Error('A blob is shorter than the catalog says.');
  return buffer.subarray(0, bytesRead);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Not every file system links, and those that do limit how often.
    await copyFile(from, to);
    const file = await open(to, 'r+');
    await file.sync();
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
