import { Failure } from '@causeway/contract/errors.ts';

/** For `catch`: a file that is not there is something else instead; any other fault stays one. */
export function ifMissing<Otherwise>(otherwise: Otherwise): (error: unknown) => Otherwise {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  };
}

/** For `catch`: what a database, a bucket or a rule refused is something else instead; a fault of ours stays one. */
export function ifRefused<Otherwise>(otherwise: Otherwise): (error: unknown) => Otherwise {
  return (error) => {
    if (error instanceof Failure) return otherwise;
    throw error;
  };
}
