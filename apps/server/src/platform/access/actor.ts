import type { Role } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Scope } from '@causeway/contract/scopes.ts';

/** What is known of a request besides its content. */
export type Origin = {
  /** Of the request; what the request caused is found again by it. */
  id: string;
  address: string;
  /** What the address counts as in limits. */
  network: string;
  userAgent: string | undefined;
};

/**
 * Who acts. A person in a session acts for themselves; everything else acts on behalf of a person
 * and may never do more than that person may at this moment:
 * - key: an API key, within its scopes
 * - run: work that outlives the request that asked for it (an import, a bucket job)
 * - workflow: a run of a published workflow
 * - assistant: a thread of the assistant
 */
export type ActorKind = 'person' | 'key' | 'run' | 'workflow' | 'assistant';

/** Staff in somebody else's session: until when, and whether they may do anything but look. */
export type Impersonator = { id: string; name: string; until: string; mode: 'act' | 'view' };

export type Actor = {
  kind: ActorKind;
  /** Of this actor and no other, over all kinds: what is remembered and limited, is so under it. */
  ref: string;
  /** The person, or the person behind. */
  user: { id: string; name: string; email: string; verified: boolean; staff: boolean };
  /** Of a person; nobody else has one. */
  sessionId: string | null;
  /** The staff member behind the session, when it is an impersonation. */
  impersonator: Impersonator | undefined;
  /** Whether they proved who they are a moment ago; only people in a session do. */
  isProved: boolean;
  /** Of a key; nobody else has one. */
  keyId: string | null;
  /** The one project it may work in, of all its person's; null is all of them. */
  onlyProjectId: string | null;
  /** What the actor was given of its person's rights; null is all of them. */
  scopes: readonly Scope[] | null;
  origin: Origin;
};

/** Whoever sends no token, or one that opens nothing. */
export type Nobody = { kind: 'nobody'; ref: string; origin: Origin; user?: undefined };

/** An actor at work in a project. */
export type ProjectActor = Actor & { project: AuthorizedProject };

declare const checked: unique symbol;

/** A project the actor belongs to: only `findActor` makes one, so the check can't be forgotten. */
export type AuthorizedProject = {
  id: string;
  role: Role;
  /** The connector the call is about, as stored at the moment of the check. */
  connector?: { id: string; version: string };
  [checked]: true;
};

export function nobodyAt(origin: Origin): Nobody {
  return { kind: 'nobody', ref: `address:${origin.address}`, origin };
}

/** For what hangs on a session of a browser: nobody else has one. */
export function sessionOf({ sessionId }: Actor): string {
  if (sessionId === null) throw new Failure('E_FORBIDDEN', 'Only a signed-in person can do this.');
  return sessionId;
}

/** On what a link hangs that is opened without a header: it works as long as that does. */
export type LinkHolder = {
  sessionId: string | null;
  keyId: string | null;
  /** Of a link that outlives the session it was made in. */
  userId?: string | undefined;
};

export function linkHolderOf({ sessionId, keyId }: Actor): LinkHolder {
  if (sessionId === null && keyId === null) {
    throw new Failure('E_FORBIDDEN', 'Only a person or a key can open links.');
  }
  return { sessionId, keyId };
}
