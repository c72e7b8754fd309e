import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A start leaves much behind that V8 would keep for long: given back once, a quarter of the memory.
 * From then on the heap may double before all of it is searched again. Left to itself V8 begins a
 * search after every few hundred pages of rows, since their buffers count too.
 */
export function collectGarbage(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  // The thorough kind also hands back the memory that is empty then.
  collect({ type: 'major', flavor: 'last-resort' });
}

const LOOK_MS = 10_000;
/** Of the time since the last look; asking for work that may have come takes a part of this. */
const QUIET = 0.05;
/** Beyond what was kept the last time: worth a stall of a tenth of a second. */
const WORTH_BYTES = 16 * 1_024 * 1_024;

/** A server that rests after work would keep what it needed for it: it tidies up once nobody waits. */
export function collectWhenQuiet(): void {
  setInterval(
    createTidying({ readLoad: createLoadReader(), readSize, collectGarbage }),
    LOOK_MS,
  ).unref();
}

type Tidying = { readLoad(): number; readSize(): number; collectGarbage(): void };

export function createTidying({ readLoad, readSize, collectGarbage }: Tidying): () => void {
  let kept = readSize();
  return () => {
    if (readLoad() > QUIET || readSize() < kept + WORTH_BYTES) return;
    collectGarbage();
    kept = readSize();
  };
}

/** The part of the time since it was asked last in which the process did something. */
function createLoadReader(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

function readSize(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
