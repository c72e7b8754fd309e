import { Failure } from '@causeway/contract/errors.ts';

/** Twenty million names: nothing of ours goes through more of them in one go. */
const MOST_PAGES = 20_000;

/**
 * Whoever runs a bucket of their own can have it always tell of one more page. Told where each page
 * goes on, this throws once a listing comes by a place a second time, or has too many pages. One place
 * is kept, after the first page, the second, the fourth and so on: a circle of any length meets it.
 */
export function createPageCount(): (next: string) => void {
  let pages = 0;
  let kept: string | undefined;
  return (next) => {
    pages += 1;
    if (next === kept || pages > MOST_PAGES) throw listedWithoutEnd();
    const isPowerOfTwo = (pages & (pages - 1)) === 0;
    if (isPowerOfTwo) kept = next;
  };
}

export function listedWithoutEnd(): Failure {
  return new Failure('E_UPSTREAM_FAILED', 'The bucket lists its objects without an end.');
}
