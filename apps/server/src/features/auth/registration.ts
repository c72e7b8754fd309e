import { Failure } from '@causeway/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { isOn, requireFlag } from '#platform/flags/flags.ts';
import type { Services } from '#platform/services.ts';
import type { AccountHooks } from './hooks.ts';

/**
 * Who may open an account: staff can close it for everybody by a flag; what the operator set says who
 * comes in while it is open. An account is a claim until its address is verified, so an address is
 * all that is asked about.
 */
export async function requireRegistration(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { email, hooks }: { email: string; hooks: AccountHooks },
): Promise<void> {
  await requireFlag(db, 'registration', 'E_REGISTRATION_CLOSED');
  if (isOfDomain(env, email)) return;
  if (!(await hooks.isInvited(db, email))) throw new Failure('E_REGISTRATION_INVITED');
}

/**
 * Who came in by the address of a domain does not keep the account, or hand it on, with an address that
 * would not have been let in. Who was invited by name came in as a person, and may move.
 */
export async function requireAddress(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { before, email, hooks }: { before: string; email: string; hooks: AccountHooks },
): Promise<void> {
  if (!isOfDomain(env, before) || isOfDomain(env, email)) return;
  if (!(await hooks.isInvited(db, email))) throw new Failure('E_REGISTRATION_INVITED');
}

function isOfDomain({ REGISTRATION: domains }: Services['env'], email: string): boolean {
  return domains === 'open' || domains.includes(domainOf(email));
}

/** What is told to who looks at the form. */
export async function readRegistration(
  db: Db,
  env: Services['env'],
): Promise<'open' | 'invited' | 'closed'> {
  if (!(await isOn(db, 'registration'))) return 'closed';
  return env.REGISTRATION === 'open' ? 'open' : 'invited';
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
