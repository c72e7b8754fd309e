import { randomFillSync } from 'node:crypto';

/**
 * Ids of runs rise with time (UUIDv7), within a process strictly: newest first is id descending, and
 * the history is cut into weeks by id.
 */
let lastMs = 0;
let counter = 0;

// Asking the system for eight bytes costs as much as asking for a page of them.
const pool = Buffer.alloc(4_096);
let used = pool.length;

function takeRandom(): Buffer {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 8;
  return pool.subarray(used - 8, used);
}

export function makeRunId(now = Date.now()): string {
  if (now > lastMs) {
    lastMs = now;
    counter = 0;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  const random = takeRandom();
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = lastMs.toString(16).padStart(12, '0');
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** Of a run that is to begin later: how long it took counts from then. */
export function makeRunIdAt(ms: number): string {
  return leastIdAt(ms).slice(0, 14) + makeRunId().slice(14);
}

/** The least id a run of that moment can have. */
export function leastIdAt(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

export function msOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
