import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import type { AuthorizedProject, Caller } from './caller.ts';

/** Refuses a call its route's access does not allow. A project of others does not exist. */
export function authorize(
  route: Route,
  caller: Caller | undefined,
  project: AuthorizedProject | undefined,
): void {
  const { access } = route;
  if (access === 'public') return;
  if (!caller) throw new Failure('E_INVALID_API_TOKEN');
  if (route.refusedWhileImpersonating && caller.impersonator) {
    throw new Failure('E_IMPERSONATION_REFUSED');
  }
  if (access === 'account') return;
  if (access === 'staff') {
    if (caller.impersonator) throw new Failure('E_IMPERSONATION_NESTED');
    if (!caller.user.staff) throw new Failure('E_FORBIDDEN');
    return;
  }
  if (access === 'verified') {
    if (!caller.user.verified) throw new Failure('E_EMAIL_UNVERIFIED');
    return;
  }
  if (!project) throw new Failure('E_PROJECT_NOT_FOUND');
  if (!access.partOfOnboarding && !caller.user.verified) throw new Failure('E_EMAIL_UNVERIFIED');
  if (!can(project.role, access.action)) throw new Failure('E_FORBIDDEN');
}
