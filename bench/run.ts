import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';

/**
 * `npm run bench [-- name …]`: every other file of this folder that exports `bench` is measured, and
 * its section of docs/benchmarks.md is written anew; sections that did not run stay.
 *
 * Smaller is better. `limit` is for the ratio where there is one, else for our own figure.
 */
export type Row = {
  name: string;
  ours: number;
  /** The same without us: the plain database, disk or server below. */
  raw?: number;
  ratio?: number;
  limit: number;
};

type Suite = { bench?(): Promise<Row[]>; /** It runs only by its name. */ isOnRequest?: true };

const here = new URL('.', import.meta.url);
const report = new URL('../docs/benchmarks.md', import.meta.url);

if (import.meta.main) await runAll(process.argv.slice(2));

async function runAll(wanted: string[]): Promise<void> {
  const files = (await readdir(here)).filter((file) => file.endsWith('.ts') && file !== 'run.ts');
  const sections = await readSections();
  let failed = 0;
  for (const file of files.toSorted()) {
    const name = file.replace(/\.ts$/, '');
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { bench, isOnRequest } = (await import(new URL(file, here).href)) as Suite;
    if (!bench || (isOnRequest && !wanted.includes(name))) continue;
    process.stderr.write(`· ${name} …\n`);
    const rows = await bench();
    failed += rows.filter((row) => !holds(row)).length;
    sections.set(name, describeRun(name, rows));
    process.stdout.write(`\n${sections.get(name)}\n`);
    await writeSections(sections);
  }
  process.exit(failed > 0 ? 1 : 0);
}

function holds(row: Row): boolean {
  return (row.ratio ?? row.ours) <= row.limit;
}

function describeRun(name: string, rows: Row[]): string {
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      show(row.ours),
      row.raw === undefined ? '' : show(row.raw),
      row.ratio === undefined ? '' : `${show(row.ratio)} ×`,
      row.ratio === undefined ? show(row.limit) : `${show(row.limit)} ×`,
      holds(row) ? 'held' : '**missed**',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  return [
    `\`npm run bench -- ${name}\` on ${new Date().toISOString().slice(0, 10)}, ${machine}`,
    '',
    '| figure | ours | raw | ratio | limit | |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function show(figure: number): string {
  return Number(figure.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
}

async function readSections(): Promise<Map<string, string>> {
  const text = await readFile(report, 'utf8').catch(() => '');
  const parts = text.split(/^## /m).slice(1);
  return new Map(
    parts.map((part): [string, string] => {
      const [name = '', ...rest] = part.split('\n');
      return [name, rest.join('\n').trim()];
    }),
  );
}

async function writeSections(sections: Map<string, string>): Promise<void> {
  const parts = [...sections]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `## ${name}\n\n${text}\n`);
  const intro =
    'Smaller is better. A limit with × is for the ratio, one without for our own figure.';
  await writeFile(report, `# Benchmarks\n\n${intro}\n\n${parts.join('\n')}`);
}
