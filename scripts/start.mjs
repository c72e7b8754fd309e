/**
 * `npm start`: from a fresh clone to a served product. Runs on whatever Node the machine has, so it
 * uses nothing but Node's own modules; the server itself runs on the Node that npm installs.
 */
import { spawn } from 'node:child_process';
import { buildWeb, install, nodePath, root } from './prepare.mjs';

install();
buildWeb();

const server = spawn(nodePath(), ['apps/server/src/main.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => server.kill(signal));
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
