import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * On whose behalf something is done: what is scarce is shared out by it. `key` is the API key that
 * caused it, however long ago: what it costs counts as the key's.
 */
export type Party = {
  person: string;
  project?: string | undefined;
  key?: string | undefined;
};

const current = new AsyncLocalStorage<Party>();

/** Work of our own, asked for by nobody. */
const ourselves: Party = { person: 'causeway' };

/**
 * Whatever the work comes to use, however deep, is on this party's account. Kept beside the call
 * instead of handed through it, so that no pool can be reached without a share being counted.
 */
export function onBehalfOf<Result>(party: Party, work: () => Result): Result {
  return current.run(party, work);
}

export function currentParty(): Party {
  return current.getStore() ?? ourselves;
}
