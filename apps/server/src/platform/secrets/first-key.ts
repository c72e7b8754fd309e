import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key of an installation that was given none: made once, kept in DATA_DIR. */
export async function readOrMakeKey(dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'secret-key');
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  // A link is made once only: whoever is second keeps the first one's key.
  await link(draft, file).catch(() => {});
  await unlink(draft);
  return (await readFile(file, 'utf8')).trim();
}
