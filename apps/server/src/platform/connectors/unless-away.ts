import type { Logger } from 'pino';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * For what can be done without for once, because a database or bucket may be away: goes on with
 * something else then. A fault that is none of theirs is ours, and written down.
 */
export async function unlessAway<Found, Otherwise>(
  { logger }: { logger: Logger },
  asked: Promise<Found>,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Failure)) logger.error({ err: error }, 'went on without it');
    return otherwise;
  }
}
