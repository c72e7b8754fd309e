import { ifMissing } from '#platform/expected.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * Files of buckets as Parquet on our own disk, a folder a connector. What a file is called says
 * which object it is and in which version, so it never changes: it is there or it is not. Beyond
 * the bound, those nobody used for the longest time go; those in use stay.
 */
export type FileCache = {
  /** All that processes working for this connector may see. */
  folderOf(connectorId: string): Promise<string>;
  has(place: CachePlace): Promise<boolean>;
  /** The file, made first where it is missing; it stays until it is released. */
  take(place: CachePlace, make: (to: string) => Promise<void>): Promise<Held>;
  /** A place for files of one run, in the connector's folder. */
  openScratch(connectorId: string): Promise<Scratch>;
  /** Of whom there are copies. */
  listConnectors(): Promise<string[]>;
  /** Every copy of a connector that is gone. */
  forget(connectorId: string): Promise<void>;
  /** Removes what processes that were killed have left. */
  sweep(): Promise<void>;
  mostBytes: number;
};

export type CachePlace = { connectorId: string; name: string };
export type Held = { path: string; release(): void };
export type Scratch = { folder: string; pathOf(name: string): string; remove(): Promise<void> };

/** What a process that was killed left behind is nobody's after this long. */
const ABANDONED_MS = 24 * 3_600_000;

export function createFileCache(root: string, mostBytes: number): FileCache {
  const holders = new Map<string, number>();
  const scratches = new Set<string>();

  async function folderOf(connectorId: string): Promise<string> {
    const folder = join(root, connectorId);
    await mkdir(join(folder, 'runs'), { recursive: true });
    return folder;
  }

  const pathOf = async ({ connectorId, name }: CachePlace) =>
    join(await folderOf(connectorId), `${name}.parquet`);

  function hold(path: string): Held {
    holders.set(path, (holders.get(path) ?? 0) + 1);
    let isHeld = true;
    return {
      path,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (holders.get(path) ?? 1) - 1;
        if (left === 0) holders.delete(path);
        else holders.set(path, left);
      },
    };
  }

  return {
    mostBytes,
    folderOf,
    has: async (place) => exists(await pathOf(place)),
    take: async (place, make) => {
      const path = await pathOf(place);
      const held = hold(path);
      try {
        const now = new Date();
        if (await utimes(path, now, now).then(() => true, ifMissing(false))) return held;
        const part = `${path}.${randomUUID()}.part`;
        try {
          await make(part);
          await rename(part, path);
        } catch (error) {
          await rm(part, { force: true });
          throw asFailure(error);
        }
        await evict(root, mostBytes, (one) => holders.has(one));
        return held;
      } catch (error) {
        held.release();
        throw error;
      }
    },
    listConnectors: async () => {
      const names = await readdir(root).catch(ifMissing([]));
      // A file among the folders is none of ours.
      return names.filter((name) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name));
    },
    forget: (connectorId) => rm(join(root, connectorId), { recursive: true, force: true }),
    sweep: () => removeAbandoned(root, (path) => scratches.has(path)),
    openScratch: async (connectorId) => {
      const folder = join(await folderOf(connectorId), 'runs', randomUUID());
      scratches.add(folder);
      await mkdir(folder);
      return {
        folder,
        pathOf: (name) => join(folder, name),
        remove: async () => {
          await rm(folder, { recursive: true, force: true });
          scratches.delete(folder);
        },
      };
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, ifMissing(false));
}

function asFailure(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new Failure('E_FILE_TOO_LARGE', 'There is no room left on the disk of the server.');
}

async function evict(
  root: string,
  mostBytes: number,
  isHeld: (path: string) => boolean,
): Promise<void> {
  const files = await listFiles(root);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= mostBytes) return;
    if (isHeld(path)) continue;
    await rm(path, { force: true });
    bytes -= size;
  }
}

type CachedFile = { path: string; size: number; usedAt: number };

async function listFiles(root: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const folder of await readdir(root, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const name of await readdir(join(root, folder.name))) {
      if (!name.endsWith('.parquet')) continue;
      const path = join(root, folder.name, name);
      const found = await stat(path).catch(ifMissing(undefined));
      if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
    }
  }
  return files;
}

async function removeAbandoned(root: string, isInUse: (path: string) => boolean): Promise<void> {
  await mkdir(root, { recursive: true });
  const isOld = async (path: string) => {
    const found = await stat(path).catch(ifMissing(undefined));
    return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
  };
  for (const folder of await readdir(root)) {
    const runs = join(root, folder, 'runs');
    const left = [
      ...(await readdir(runs).catch(ifMissing([]))).map((name) => join(runs, name)),
      // A file among the folders is none of ours.
      ...(await readdir(join(root, folder)).catch(() => []))
        .filter((name) => name.endsWith('.part'))
        .map((name) => join(root, folder, name)),
    ];
    for (const path of left)
      if (!isInUse(path) && (await isOld(path))) await rm(path, { recursive: true, force: true });
  }
}
