import type { CurrentUser } from '@causeway/contract/users.ts';

/** NAV-6: in production only staff reach the debug pages. */
export function mayOpenDebugPages(
  user: Pick<CurrentUser, 'staff'> | undefined,
  inProduction = isProduction(),
): boolean {
  return user !== undefined && (user.staff || !inProduction);
}

/** The server writes into the page whether this installation is in production. */
function isProduction(): boolean {
  const note = document.querySelector<HTMLMetaElement>('meta[name="causeway:production"]');
  return note?.content === 'yes';
}
