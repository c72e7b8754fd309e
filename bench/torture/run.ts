import { readdir } from 'node:fs/promises';

/**
 * `npm run torture [-- name …]`: faults on purpose, on real processes, with the figure to reach.
 * Every other file of this folder is a suite: it exports its name and how to run it.
 */
type Suite = { name: string; run(): Promise<{ figure: string; passed: boolean }> };

const here = new URL('.', import.meta.url);
const wanted = process.argv.slice(2);
const files = (await readdir(here)).filter((file) => file.endsWith('.ts') && file !== 'run.ts');
const rows: string[] = [];
let failed = 0;

for (const file of files.toSorted()) {
  if (wanted.length > 0 && !wanted.some((name) => file.includes(name))) continue;
  const suite = (await import(new URL(file, here).href)) as Suite;
  process.stderr.write(`· ${suite.name} …\n`);
  const start = performance.now();
  const { figure, passed } = await suite.run().catch((error: Error) => {
    return { figure: `broke off: ${error.message.trim()}`, passed: false };
  });
  process.stderr.write(`  ${figure}\n`);
  if (!passed) failed += 1;
  const seconds = Math.round((performance.now() - start) / 1_000);
  rows.push(`| ${suite.name} | ${figure} | ${passed ? 'held' : '**failed**'} | ${seconds} s |`);
}

process.stdout.write(
  `| fault | figure | outcome | took |\n|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exit(failed > 0 ? 1 : 0);
