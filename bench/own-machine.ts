import { readFile } from 'node:fs/promises';

/** A part of the time that hardly moves a median, but would make single frames late. */
const MOST_STOLEN = 0.01;
/** What is measured is short where it can be, so that a moment in which nothing is taken is found. */
const MOST_TRIES = 200;

/**
 * Measures while the machine is ours. A virtual machine shares its processors: while its host gives
 * them to others, a process stands still, and what is measured then says nothing about it. Linux
 * counts that time, so a measurement during which too much was taken is thrown away and done again,
 * whatever it said.
 */
export async function whileOurs<Result>(measure: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await readTimes();
    const result = await measure();
    const after = await readTimes();
    const stolen = (after.stolen - before.stolen) / (after.all - before.all || 1);
    if (stolen <= MOST_STOLEN) return result;
    process.stderr.write(`  ${(stolen * 100).toFixed(0)} % of the processors was taken: again\n`);
  }
  throw new Error('The machine is too busy with others to measure anything.');
}

async function readTimes(): Promise<{ stolen: number; all: number }> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const times = (text.split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}
