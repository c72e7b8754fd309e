/** What has to be there before anything runs: packages and the built web application. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that this project brings along. */
export function nodePath() {
  return join(root, 'node_modules/node/bin/node');
}

/** Installs packages when they are missing or not those of the lockfile. */
export function install() {
  const stamp = join(root, 'node_modules/.causeway-installed');
  const wanted = hashFiles([join(root, 'package-lock.json')]);
  if (readStamp(stamp) === wanted && existsSync(nodePath())) return;
  say('Installing packages (once) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}

/** Builds the web application when its sources changed since the last build. */
export function buildWeb() {
  const stamp = join(root, 'apps/web/dist/.built-from');
  const wanted = hashFiles([
    ...listFiles(join(root, 'apps/web'), ['dist', 'node_modules']),
    ...listFiles(join(root, 'packages/contract/src'), []),
    join(root, 'package-lock.json'),
  ]);
  if (readStamp(stamp) === wanted) return;
  say('Building the web application …');
  run(['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']);
  run(['scripts/compress.mjs']);
  mkdirSync(join(root, 'apps/web/dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a script on the project's Node and ends with its code when it fails. */
export function run(args) {
  const status = tryRun(args);
  if (status !== 0) process.exit(status);
}

/** Runs a script on the project's Node and tells its code. */
export function tryRun(args) {
  return spawnSync(nodePath(), args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function listFiles(directory, skipped) {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !skipped.includes(entry.name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? listFiles(path, skipped) : [path];
    });
}
