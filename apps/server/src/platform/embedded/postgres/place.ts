import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The user Postgres runs as: undefined means ourselves. */
export type RunAs = { uid: number; gid: number } | undefined;

/** Postgres refuses to run as root, so root lends it to an account every machine has. */
const servants = ['postgres', 'nobody'];

/** Used by root when nobody else can reach DATA_DIR (it lies in root's home, say). */
const REACHABLE_PLACE = '/var/lib/causeway';

export async function findRunAs(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of servants) {
    const uid = await readId('-u', name);
    const gid = await readId('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(`Postgres can't run as root and there is no user ${servants.join(' or ')}`);
}

async function readId(flag: string, name: string): Promise<number | undefined> {
  return promisify(execFile)('id', [flag, name]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  );
}

/** The folder that holds Postgres' programs and data, reachable for the user it runs as. */
export async function preparePlace(dataDirectory: string, runAs: RunAs): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  if (!runAs) return makeFolder(join(dataDirectory, 'postgres'), runAs);
  await chmod(dataDirectory, 0o711);
  if (await isReachableForAll(dataDirectory)) {
    return makeFolder(join(dataDirectory, 'postgres'), runAs);
  }
  return makeFolder(await readPlaceElsewhere(dataDirectory), runAs);
}

/**
 * DATA_DIR remembers its place elsewhere, so that it finds it again after a move, and a new DATA_DIR
 * under an old name starts empty.
 */
async function readPlaceElsewhere(dataDirectory: string): Promise<string> {
  const note = join(dataDirectory, 'postgres-is-at.txt');
  const noted = await readFile(note, 'utf8').catch(() => '');
  if (noted !== '') return noted.trim();
  await mkdir(REACHABLE_PLACE, { recursive: true, mode: 0o711 });
  const place = join(REACHABLE_PLACE, randomBytes(6).toString('hex'));
  await writeFile(note, `${place}\n`);
  return place;
}

async function makeFolder(path: string, runAs: RunAs): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (runAs) await chown(path, runAs.uid, runAs.gid);
  return path;
}

async function isReachableForAll(path: string): Promise<boolean> {
  const mode = (await stat(path)).mode;
  if ((mode & 0o001) === 0) return false;
  const parent = dirname(path);
  return parent === path || isReachableForAll(parent);
}
