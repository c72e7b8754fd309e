import { can } from '@causeway/contract/access.ts';
import type { ApiKey, KeyCap } from '@causeway/contract/api-keys.ts';
import { unitsToCredits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { findPayer } from '#platform/credits/accounts.ts';
import { readKeyCap, setKeyCap } from '#platform/credits/key-caps.ts';
import { capOf } from '#platform/credits/limits.ts';
import { payingAccount } from '#platform/credits/payer.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';

/**
 * A cap of a key keeps a program from spending the project's credits. Its own person may always make
 * it tighter; looser only who set it, and whoever answers for the keys or the money of the project.
 */
export async function readSpending(db: Db, actor: ProjectActor, key: ApiKey): Promise<KeyCap> {
  const { project, user } = actor;
  const about = { projectId: project.id, keyId: key.id };
  const { cap, spent, until, setBy } = await readKeyCap(db, about);
  const isOwn = key.owner.id === user.id;
  const isTheirs = isOwn && (cap === null || setBy?.id === user.id);
  const mayRaise =
    isTheirs || can(project.role, 'keys.manage') || (await findPayer(db, project.id)) === user.id;
  return {
    cap: cap === null ? null : unitsToCredits(cap),
    spent: unitsToCredits(spent),
    until,
    setBy,
    mayRaise,
    mayLower: mayRaise || isOwn,
  };
}

type Setting = { actor: ProjectActor; key: ApiKey; cap: string | null };

export async function setSpending(
  tx: Tx,
  { credits }: Services,
  { actor, key, cap: text }: Setting,
): Promise<void> {
  const { project, user } = actor;
  const cap = capOf(text);
  const before = await readSpending(tx, actor, key);
  const known = capOf(before.cap);
  const isLower = cap !== null && (known === null || cap <= known);
  if (!before.mayRaise && !(before.mayLower && isLower)) {
    throw new Failure('E_FORBIDDEN', 'Whoever set the cap of a key, or an admin, raises it.');
  }
  const accountId = await payingAccount(tx, project.id, credits.defaultPlan);
  if (accountId === undefined) throw new Failure('E_FORBIDDEN', 'Nobody pays for this project.');
  // Making one's own key tighter does not make the cap one's own, not even that of somebody who is gone.
  const setBy = before.mayRaise ? user.id : (before.setBy?.id ?? null);
  await setKeyCap(tx, { projectId: project.id, keyId: key.id, accountId, cap, setBy });
}
