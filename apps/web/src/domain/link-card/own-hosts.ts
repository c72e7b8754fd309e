import { defaultOwnHosts } from '@causeway/contract/links.ts';

/**
 * This installation's own address counts as ours, whatever it is; relative links belong to it. Whoever
 * runs it names further ones, which the server writes into the page.
 */
export function ownHosts(): string[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="causeway:own-hosts"]');
  const further = (named?.content ?? '').split(' ').filter((host) => host !== '');
  return [location.host, ...further, ...defaultOwnHosts];
}
