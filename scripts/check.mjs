/** `npm run check`: everything that can be known without running the product. */
import { run, say } from './prepare.mjs';

const bin = (name, path) => ({ name, path: `node_modules/${path}` });
const tsc = bin('types', 'typescript/bin/tsc');
const steps = [
  ...['packages/contract', 'apps/server', 'apps/web', 'e2e'].map((project) => ({
    name: `types of ${project}`,
    args: [tsc.path, '-p', `${project}/tsconfig.json`],
  })),
  {
    name: 'lint and boundaries',
    args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'],
  },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'nothing unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'texts in both languages', args: ['scripts/check-texts.mjs'] },
  { name: 'requirements', args: ['scripts/requirements.mjs', '--check'] },
];

for (const step of steps) {
  say(`· ${step.name}`);
  run(step.args);
}
