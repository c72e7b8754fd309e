import { Failure } from '@causeway/contract/errors.ts';

/**
 * For work that others can draw out: once its time is over the signal tells it so, and nobody waits
 * for it any longer, whether it hears the signal or not.
 */
export async function inTime<Result>(
  mostMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const ending = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // First what is told, then what the work makes of its end.
    reject(late());
    ending.abort(new Failure('E_QUERY_CANCELLED'));
  }, mostMs);
  try {
    return await Promise.race([work(ending.signal), over]);
  } finally {
    clearTimeout(timer);
  }
}
