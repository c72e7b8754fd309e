import { defaultOwnHosts } from '@causeway/contract/links.ts';

/** This installation's own address counts as ours, whatever it is; relative links belong to it. */
export function ownHosts(): string[] {
  return [location.host, ...defaultOwnHosts];
}
