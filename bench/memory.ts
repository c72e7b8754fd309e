import { readFile } from 'node:fs/promises';

/** What a process and all it started hold, in MB; pages that several of them share count once. */
export async function readTreeMemory(pid: number): Promise<number> {
  const pids = await listTree(pid);
  const sizes = await Promise.all(pids.map(readShare));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How long a process and all it started that is still there have worked so far, in ms. */
export async function readTreeTime(pid: number): Promise<number> {
  const pids = await listTree(pid);
  const times = await Promise.all(
    pids.map(async (one) => {
      const text = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '');
      const [user = 0, system = 0] = text.slice(text.lastIndexOf(')')).split(' ').slice(12, 14);
      return (Number(user) + Number(system)) * MS_A_TICK;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

const MS_A_TICK = 10;

/** The most a tree held at once, looked at every so often. */
export function watchTree(pid: number, everyMs = 100): { stop(): Promise<number> } {
  let peak = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      peak = Math.max(peak, await readTreeMemory(pid));
      await new Promise((resolve) => {
        setTimeout(resolve, everyMs);
      });
    }
  };
  const looking = look();
  return {
    stop: async () => {
      isOver = true;
      await looking;
      return Math.max(peak, await readTreeMemory(pid));
    },
  };
}

/** A process and all it started, that first. */
export async function listTree(pid: number): Promise<number[]> {
  const threads = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(threads, 'utf8').catch(() => '')).trim().split(' ');
  const below = await Promise.all(children.filter(Boolean).map((child) => listTree(Number(child))));
  return [pid, ...below.flat()];
}

/** Its share of what it uses with others; nothing of one that has ended. */
async function readShare(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1_024;
}
