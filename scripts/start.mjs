/**
 * `npm start`: from a fresh clone to a served product. Runs on whatever Node the machine has, so it
 * uses nothing but Node's own modules; the server itself runs on the Node that npm installs.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { buildWeb, install, nodePath, root } from './prepare.mjs';

install();
buildWeb();

// What passes through comes in pieces of 64 kB. glibc keeps the memory of freed ones unless they are
// large enough to be mapped one by one: after a transfer of a gigabyte that was 80 MB for nothing.
const env = {
  MALLOC_MMAP_THRESHOLD_: '49152',
  // What was compiled once is kept, from the very first file on: later starts are quicker, and what
  // strips types, 14 MB of Node, is not even loaded. Not in the system's folder for such files, where
  // others could lay their own.
  NODE_COMPILE_CACHE: resolve(root, process.env.DATA_DIR || 'data', 'compile-cache'),
  ...process.env,
};
// Node lets the place for new objects grow to 64 MB and keeps it: a start alone fills that. Its four
// threads for clearing that place up together wait for each other where Postgres needs the cores.
const flags = ['--max-semi-space-size=8', '--v8-pool-size=1'];
const server = spawn(nodePath(), [...flags, 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env,
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => server.kill(signal));
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
