import type { Store } from '../http/operation.ts';
import { removeAged } from './versions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;
// A change of the catalog holds up everybody else, so it stays a short one.
const AT_ONCE = 200;

/** Removes versions that are old enough, now and then once an hour, until it is stopped. */
export function startUpkeep(
  store: Store,
  { versionDays, onError }: { versionDays: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    const before = Date.now() - versionDays * DAY_MS;
    running = running
      .then(() => removeAgedVersions(store, before, () => isStopped))
      .catch((error) => onError(error));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      return running;
    },
  };
}

export async function removeAgedVersions(
  { catalog, blobs }: Store,
  before: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver()) {
    const aged = await catalog.commit(() => removeAged(catalog, before, AT_ONCE));
    await blobs.remove(aged.flatMap(({ content }) => content));
    if (aged.length < AT_ONCE) return;
  }
}
