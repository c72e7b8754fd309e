import type { CurrentUser } from '@causeway/contract/users.ts';

/**
 * NAV-6: in production only staff reach the debug pages. The demo accounts exist in sample mode only,
 * and nobody else can verify an address under the reserved name `.test`.
 */
export function mayOpenDebugPages(
  user: Pick<CurrentUser, 'email' | 'staff'> | undefined,
  isDevelopment = import.meta.env.DEV,
): boolean {
  if (!user) return false;
  return isDevelopment || user.staff || user.email.endsWith('@causeway.test');
}
