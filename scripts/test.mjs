/** `npm test`: installs what is missing, then every check and every test. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
say('· rules, server and web');
run(['node_modules/vitest/vitest.mjs', 'run']);
say('· journeys in the browser');
run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']);

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
