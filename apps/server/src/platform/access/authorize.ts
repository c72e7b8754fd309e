import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { covers, effectOf, scopeNeeded } from '@causeway/contract/scopes.ts';
import type { Actor, AuthorizedProject, Nobody } from './actor.ts';

/** Refuses a call its operation's access does not allow. A project of others does not exist. */
export function authorize(
  operation: Route & { name: string },
  actor: (Actor & { project?: AuthorizedProject | undefined }) | Nobody,
): void {
  const { access } = operation;
  if (access === 'public') return;
  if (actor.kind === 'nobody') throw new Failure('E_INVALID_API_TOKEN');
  if (actor.impersonator?.mode === 'view') authorizeLooking(operation);
  authorizePerson(operation, actor);
  if (actor.scopes) authorizeScopes(operation, actor, actor.scopes);
  if (operation.needsProof && !actor.isProved) throw new Failure('E_PROOF_REQUIRED');
}

/** What staff who may only look do besides: hear of changes, and leave. */
const beside = new Set(['events.subscribe', 'auth.stopImpersonating', 'auth.logout']);

function authorizeLooking(operation: Route & { name: string }): void {
  if (effectOf(operation) === 'reads' || beside.has(operation.name)) return;
  throw new Failure('E_IMPERSONATION_REFUSED', 'Staff may only look here.');
}

/** What the person behind may do, now. */
function authorizePerson(
  { access, refusedWhileImpersonating }: Route,
  actor: Actor & { project?: AuthorizedProject | undefined },
): void {
  if (refusedWhileImpersonating && actor.impersonator) {
    throw new Failure('E_IMPERSONATION_REFUSED');
  }
  if (access === 'account' || access === 'public') return;
  if (access === 'staff') {
    if (actor.impersonator) throw new Failure('E_IMPERSONATION_NESTED');
    if (!actor.user.staff) throw new Failure('E_FORBIDDEN');
    return;
  }
  if (access === 'verified') {
    if (!actor.user.verified) throw new Failure('E_EMAIL_UNVERIFIED');
    return;
  }
  if (!actor.project) throw new Failure('E_PROJECT_NOT_FOUND');
  if (!access.partOfOnboarding && !actor.user.verified) throw new Failure('E_EMAIL_UNVERIFIED');
  if (!can(actor.project.role, access.action)) throw new Failure('E_FORBIDDEN');
}

/**
 * For an operation that reaches a second connector: whoever was given one only must not come to the
 * other through it.
 */
export function requireScope(
  { scopes }: Pick<Actor, 'scopes'>,
  needed: NonNullable<ReturnType<typeof scopeNeeded>>,
  connectorId: string,
): void {
  if (!scopes || covers(scopes, needed, connectorId)) return;
  throw new Failure('E_SCOPE_MISSING', `This takes the scope ${needed}.`, { scope: needed });
}

/** What the actor was given of it. */
function authorizeScopes(
  operation: Route & { name: string },
  { project }: { project?: AuthorizedProject | undefined },
  scopes: NonNullable<Actor['scopes']>,
): void {
  const needed = scopeNeeded(operation);
  if (!needed) throw new Failure('E_FORBIDDEN', 'Only a person can do this.');
  if (covers(scopes, needed, project?.connector?.id)) return;
  throw new Failure('E_SCOPE_MISSING', `This takes the scope ${needed}.`, { scope: needed });
}
