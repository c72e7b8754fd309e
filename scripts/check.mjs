/** `npm run check`: everything that can be known without running the product. */
import { say, tryRun } from './prepare.mjs';

const steps = [
  ...[
    'packages/contract',
    'packages/object-store',
    'packages/sample-data',
    'packages/zip',
    // With bench/, which is written against it.
    'apps/server',
    'apps/web',
    'e2e',
  ].map((project) => ({
    name: `types of ${project}`,
    args: ['node_modules/typescript/bin/tsc', '-p', `${project}/tsconfig.json`],
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

const failed = steps.filter(({ name, args }) => {
  say(`· ${name}`);
  return tryRun(args) !== 0;
});
if (failed.length > 0) {
  say(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
