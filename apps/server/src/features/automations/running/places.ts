/**
 * How many runs of a project go on in this process, and who waits for one of them to end. Whoever
 * waits is not answered yet: nothing is lost with the process that was not told to be safe.
 */
export type Places = {
  take(projectId: string): void;
  /** True where the project had as many as it may: there may be more in the queue. */
  leave(projectId: string, most: number): boolean;
  count(projectId: string): number;
  counts: ReadonlyMap<string, number>;
  /** False where none became free in time: then it goes to the queue. */
  wait(projectId: string): Promise<boolean>;
};

const PATIENCE_MS = 1_000;
const MOST_WAITING = 1_000;

export function createPlaces(): Places {
  const counts = new Map<string, number>();
  const lines = new Map<string, Set<(isFree: boolean) => void>>();
  const count = (projectId: string) => counts.get(projectId) ?? 0;

  return {
    counts,
    count,
    take: (projectId) => void counts.set(projectId, count(projectId) + 1),
    leave: (projectId, most) => {
      const before = count(projectId);
      if (before > 1) counts.set(projectId, before - 1);
      else counts.delete(projectId);
      const [first] = lines.get(projectId) ?? [];
      first?.(true);
      return before >= most;
    },
    wait: (projectId) => {
      const line = lines.get(projectId) ?? new Set();
      if (line.size >= MOST_WAITING) return Promise.resolve(false);
      lines.set(projectId, line);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (isFree: boolean) => {
        clearTimeout(timer);
        line.delete(end);
        if (line.size === 0) lines.delete(projectId);
        resolve(isFree);
      };
      const timer = setTimeout(end, PATIENCE_MS, false);
      line.add(end);
      return promise;
    },
  };
}
