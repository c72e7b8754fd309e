import { keepHere } from '#platform/keep-here.ts';

const ways = ['password', 'passkey', 'provider'] as const;
/** How somebody signs in. */
export type SignInWay = (typeof ways)[number];

const KEY = 'causeway.last-way';
let tried: SignInWay | undefined;

/**
 * How this browser was signed in last: who has several ways and takes another one wonders where their
 * account is. It says nothing of whose it was, and stays when everything of a person goes.
 */
export function findLastWay(): SignInWay | undefined {
  return ways.find((way) => way === localStorage.getItem(KEY));
}

/** Whether it opens the account is known after a second step, perhaps. */
export function tryWay(way: SignInWay): void {
  tried = way;
}

export function keepTriedWay(): void {
  if (tried) keepHere(KEY, tried);
  tried = undefined;
}

/** Empties what is kept in this browser but for this. */
export function forgetAllButLastWay(): void {
  const last = findLastWay();
  localStorage.clear();
  if (last) keepHere(KEY, last);
}
