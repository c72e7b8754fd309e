const TURN_MS = 100;

/**
 * Whether something turns out to be so soon. The wait is counted in turns of our own, none of which
 * counts for longer than it was meant to be: while we are held up ourselves, by work of ours or by a
 * machine that is busy elsewhere, an answer may lie there that we have not read yet.
 */
export async function isSoWithin(patienceMs: number, asked: Promise<boolean>): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let left = Math.ceil(patienceMs / TURN_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) resolve(false);
  }, TURN_MS);
  timer.unref();
  asked.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
