import type { Store } from '../http/operation.ts';
import { dropUpload } from './uploads.ts';
import { removeAged } from './versions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;
// A change of the catalog holds up everybody else, so it stays a short one.
const AT_ONCE = 200;
// Longer than any client tries again.
const COMPLETION_DAYS = 1;

interface Limits {
  versionDays: number;
  uploadDays: number;
  onError: (error: unknown) => void;
}

/** Removes what is old enough, now and then once an hour, until it is stopped. */
export function startUpkeep(
  store: Store,
  { versionDays, uploadDays, onError }: Limits,
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    const isOver = () => isStopped;
    const daysAgo = (days: number) => Date.now() - days * DAY_MS;
    running = running
      .then(() => removeAgedVersions(store, daysAgo(versionDays), isOver))
      .then(() => dropSilentUploads(store, daysAgo(uploadDays), isOver))
      .then(() => forgetCompletions(store, daysAgo(COMPLETION_DAYS)))
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

/** An upload whose client has not sent a part for that long will not be completed any more. */
export async function dropSilentUploads(
  { catalog, blobs }: Store,
  since: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver()) {
    const silent = await catalog.commit(() =>
      catalog
        .listSilentUploads(since, AT_ONCE)
        .map((upload) => ({ content: dropUpload(catalog, upload) })),
    );
    await blobs.remove(silent.flatMap(({ content }) => content));
    if (silent.length < AT_ONCE) return;
  }
}

async function forgetCompletions({ catalog }: Store, before: number): Promise<void> {
  await catalog.commit(() => catalog.deleteCompletions(before));
}
