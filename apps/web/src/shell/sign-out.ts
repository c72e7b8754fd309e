import { logout } from '#platform/session/session.ts';

/** Ends with a fresh page: nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  await logout();
  location.assign('/guest/login');
}
