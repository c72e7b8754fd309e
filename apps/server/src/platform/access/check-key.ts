import ipaddr from 'ipaddr.js';
import { Failure } from '@causeway/contract/errors.ts';
import type { FoundKey } from './find-actor.ts';
import type { KeyUses } from './key-uses.ts';

/** A key that was found works only while its person is there, and from where it may be used. */
export function checkKey(keyUses: KeyUses, key: FoundKey, address: string): void {
  if (key.isHeld) {
    keyUses.noteTurnedAway(key, { address, reason: 'held' });
    throw new Failure('E_KEY_HELD');
  }
  if (!isFrom(key.addresses, address)) {
    keyUses.noteTurnedAway(key, { address, reason: 'address' });
    throw new Failure('E_KEY_ADDRESS');
  }
}

function isFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === from.kind() && from.match(base, bits);
  });
}
