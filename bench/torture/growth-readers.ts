import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Reader, readers } from '../growth/readers.ts';

export const name = 'every reader of what people size, its input doubled three times';

/**
 * Time: what the processor worked, in all threads, the best of five runs at each size, so that what
 * else the machine does is left out. From the smallest to the largest input, three doublings, it may grow by 2 each and half as much again for
 * caches and the collector: 12 times in all. What takes under 4 ms at its largest is not told by
 * its ratio, which would be noise. Memory: what is held by the answer and what was read, by the
 * same rule, beyond 2 MB.
 */
const DOUBLINGS = 3;
const RUNS = 5;
const MOST = 2 ** DOUBLINGS * 1.5;
const SMALL_MS = 4;
const SMALL_BYTES = 2_000_000;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** The answer goes along, so that no reading can be left out as useless. */
type Figure = { ms: number; bytes: number; last: unknown };

export async function run() {
  const slow: string[] = [];
  let worst = { name: '', ratio: 0 };
  for (const reader of readers) {
    const small = await measure(reader, reader.size);
    const large = await measure(reader, reader.size * 2 ** DOUBLINGS);
    const time = large.ms < SMALL_MS ? 0 : large.ms / Math.max(small.ms, SMALL_MS / 2 ** DOUBLINGS);
    const memory =
      large.bytes < SMALL_BYTES
        ? 0
        : large.bytes / Math.max(small.bytes, SMALL_BYTES / 2 ** DOUBLINGS);
    const ratio = Math.max(time, memory);
    if (ratio > worst.ratio) worst = { name: reader.name, ratio };
    if (ratio > MOST) slow.push(`${reader.name} × ${ratio.toFixed(1)}`);
    process.stderr.write(
      `  ${reader.name}: ${small.ms.toFixed(1)} → ${large.ms.toFixed(1)} ms, ${(large.bytes / 1e6).toFixed(1)} MB\n`,
    );
  }
  return {
    figure: `${readers.length} readers, 8 × the input takes at most ${worst.ratio.toFixed(1)} × (${worst.name}; allowed ${MOST} ×)${slow.length > 0 ? `; beyond: ${slow.join(', ')}` : ''}`,
    passed: slow.length === 0,
  };
}

async function measure({ make, read }: Reader, size: number): Promise<Figure> {
  const made = (await make(size)) as never;
  let ms = Infinity;
  let bytes = 0;
  let last: unknown;
  for (let time = 0; time < RUNS; time += 1) {
    collect();
    const before = held();
    const start = process.cpuUsage();
    const answer = await (read as (given: unknown) => unknown)(made);
    const { user, system } = process.cpuUsage(start);
    ms = Math.min(ms, (user + system) / 1_000);
    collect();
    bytes = Math.max(0, held() - before);
    last = answer;
  }
  return { ms, bytes, last };
}

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
