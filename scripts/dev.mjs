/** `npm run dev`: the server restarts on change, the web application updates in place. */
import { spawn } from 'node:child_process';
import { install, nodePath, root } from './prepare.mjs';

install();
const children = [
  ['--watch-path=apps/server/src', '--watch-path=packages/contract/src', 'apps/server/src/main.ts'],
  ['node_modules/vite/bin/vite.js', 'apps/web'],
].map((args) => spawn(nodePath(), args, { cwd: root, stdio: 'inherit' }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
for (const child of children) child.on('exit', (code) => process.exit(code ?? 0));
