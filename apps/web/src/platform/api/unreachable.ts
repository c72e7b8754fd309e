/** The server was not reached, or lost before its answer was complete. */
export class Unreachable extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'Unreachable';
  }
}

/**
 * What fetch and its answers wait for. A browser throws TypeErrors there, as any fault of our own code
 * does: only here is known which of the two it is.
 */
export async function reach<Answer>(waiting: Promise<Answer>): Promise<Answer> {
  try {
    return await waiting;
  } catch (error) {
    throw error instanceof TypeError ? new Unreachable(error) : error;
  }
}
