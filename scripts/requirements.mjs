/**
 * `npm run requirements`: every requirement with the tests that cite it. With --check it fails when
 * a kept requirement has no test, or a test cites one that does not exist.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './prepare.mjs';

const requirements = readRequirements();
const citations = readCitations();
const isCheck = process.argv.includes('--check');

const problems = [
  ...requirements
    .filter(({ id, kept }) => kept && !citations.has(id))
    .map(({ id }) => `${id} is ticked in docs/requirements.md, but no test cites it`),
  ...[...citations.keys()]
    .filter((id) => !requirements.some((requirement) => requirement.id === id))
    .map((id) => `${id} is cited by ${citations.get(id)[0].file}, but is no requirement`),
];

if (!isCheck) {
  for (const { id, kept } of requirements) {
    process.stdout.write(`${kept ? '✓' : ' '} ${id}\n`);
    for (const { file, title } of citations.get(id) ?? []) {
      process.stdout.write(`      ${title}  (${file})\n`);
    }
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function readRequirements() {
  const text = readFileSync(`${root}docs/requirements.md`, 'utf8');
  return [...text.matchAll(/^- \[([ x])\] ([A-Z]+-\d+(?:\.\d+)?) /gm)].map(([, tick, id]) => ({
    id,
    kept: tick === 'x',
  }));
}

/** Titles of tests, read from the source: `test('SESS-1 …'`, also with each and several ids. */
function readCitations() {
  const areas = new Set(requirements.map(({ id }) => id.split('-')[0]));
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found = new Map();
  for (const file of files.split('\n').filter(Boolean)) {
    const text = readFileSync(`${root}${file}`, 'utf8');
    const titles = text.matchAll(
      /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\(|^\s*)(['"`])((?:[A-Z]+-\d+(?:\.\d+)?[ ,]+)+.*?)\1/gm,
    );
    for (const [, , title] of titles) {
      for (const [id, area] of title.matchAll(/\b([A-Z]+)-\d+(?:\.\d+)?\b/g)) {
        if (!areas.has(area)) continue;
        found.set(id, [...(found.get(id) ?? []), { file, title }]);
      }
    }
  }
  return found;
}
