/** `npm test`: installs what is missing, then every check and every test. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { buildWeb, install, root, run, say } from './prepare.mjs';

/** Programs of the system that tests use, by the Debian package that brings them. */
const programs = {
  // A browser of one's own choice comes with what it needs.
  ...(!process.env.BROWSER_PATH && {
    '/usr/bin/chromium-headless-shell': 'chromium-headless-shell',
    // It needs at least one font besides those the product brings.
    '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf': 'fonts-liberation',
  }),
  '/usr/bin/rclone': 'rclone',
  '/usr/bin/s3cmd': 's3cmd',
};

install();
installPrograms();
run(['scripts/check.mjs']);
buildWeb();
keepTestFilesInMemory();
say('· rules, server and web');
run(['node_modules/vitest/vitest.mjs', 'run']);
say('· journeys in the browser');
run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']);

/**
 * Tests make and remove many small files, most of them of databases that nobody needs afterwards. A
 * disk makes them wait for each; memory does not. Where there is little memory they stay on the disk.
 */
function keepTestFilesInMemory() {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, freemem()) < 6 * 2 ** 30) return;
  const folder = mkdtempSync(join(memory, 'causeway-tests-'));
  // Postgres does not run as root, so others have to be able to enter.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Ctrl-C ends the tests that run; this process then ends by itself, and the folder with it.
  process.on('SIGINT', () => {});
}

/** On Debian only: elsewhere CONTRIBUTING.md says what is needed, and the test that lacks it names it. */
function installPrograms() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const missing = Object.entries(programs)
    .filter(([path]) => !existsSync(path))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  say(`Installing ${missing.join(', ')} …`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    execFileSync(command, rest, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing);
}
