import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { api } from '#platform/api/api.ts';
import { FOUND_IDENTITY } from './found-identity.ts';

/**
 * A sign-in at the outside provider leaves this page and comes back to another. What it began with
 * stays in this tab alone, so an answer that somebody else asked for is worth nothing here.
 */
const FLOW = 'causeway.provider-flow';
const NEXT = 'causeway.provider-next';

export async function goToProvider(next: string | undefined): Promise<void> {
  leave(await api.call(signInRoutes.startProvider), next);
}

export async function goToLink(): Promise<void> {
  leave(await api.call(securityRoutes.startLink), '/account/security');
}

export async function goToProof(): Promise<void> {
  leave(await api.call(securityRoutes.startProviderProof), location.pathname + location.search);
}

/** The flow this tab began, once; undefined where it began none. */
export function takeFlow(): { flow: string; next: string | undefined } | undefined {
  const flow = sessionStorage.getItem(FLOW);
  const next = sessionStorage.getItem(NEXT) ?? undefined;
  sessionStorage.removeItem(FLOW);
  sessionStorage.removeItem(NEXT);
  return flow === null ? undefined : { flow, next };
}

/** The address of the identity has an account: it waits until that is signed in to. */
export function keepFoundIdentity(flow: string): void {
  sessionStorage.setItem(FOUND_IDENTITY, flow);
}

/** Right after a sign-in, however it was done; one to another account connects nothing. */
export async function linkFoundIdentity(): Promise<void> {
  const flow = sessionStorage.getItem(FOUND_IDENTITY);
  if (flow === null) return;
  sessionStorage.removeItem(FOUND_IDENTITY);
  // The way to sign in is linked in the account as well, where it tells what is wrong.
  await api.call(securityRoutes.linkFound, { body: { flow } }).catch(() => undefined);
}

function leave({ flow, address }: { flow: string; address: string }, next?: string): void {
  sessionStorage.setItem(FLOW, flow);
  if (next !== undefined) sessionStorage.setItem(NEXT, next);
  location.assign(address);
}
