import { Failure } from '@causeway/contract/errors.ts';
import { type Actor, sessionOf } from '#platform/access/actor.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { impersonatedMail } from './account-mails.ts';
import { findAccount } from './queries.ts';
import { endSession, returnToParent, startSessionAs } from './sessions.ts';

/**
 * Staff may act as any user but another of the staff, for an hour, and never from within. The person
 * hears of it at once, in the inbox and by mail, with the reason that was given.
 */
export async function startImpersonation(
  { db, env, mailer }: Services,
  actor: Actor,
  wanted: { id: string; reason?: string },
) {
  const account = await findAccount(db, wanted.id);
  if (!account || account.suspended || account.eraseAt !== null) {
    throw new Failure('E_USER_NOT_FOUND');
  }
  if (account.staff) throw new Failure('E_FORBIDDEN', 'Staff can not act as other staff.');
  const staff = actor.user;
  const reason = wanted.reason ?? '';
  return db.transaction(async (tx) => {
    await recordAct(tx, actor, {
      action: 'impersonation.started',
      target: account.id,
      details: { reason, mode: env.IMPERSONATION },
    });
    const { token, until } = await startSessionAs(tx, {
      userId: account.id,
      parent: actor,
      origin: actor.origin,
      mode: env.IMPERSONATION,
    });
    await tell(tx, {
      to: { people: [account.id] },
      kind: 'impersonation.started',
      params: { staff: staff.name, reason },
      link: '/account/security',
      about: staff.id,
    });
    if (account.verified) {
      const link = `${env.publicUrl}/account/security`;
      await mailer.send(tx, impersonatedMail(account, { staff: staff.name, reason, link }));
    }
    const user = await readCurrentUser(tx, account.id, { id: staff.id, name: staff.name, until });
    return { user, token };
  });
}

/** Leads back to the session it began from. It never makes a new one: an hour must not become months. */
export async function stopImpersonation({ db, events }: Services, actor: Actor) {
  const staff = actor.impersonator;
  if (!staff) throw new Failure('E_FORBIDDEN', 'You are not impersonating anybody.');
  const sessionId = sessionOf(actor);
  const token = await db.transaction(async (tx) => {
    await recordAct(tx, actor, { action: 'impersonation.stopped', target: actor.user.id });
    const ofParent = await returnToParent(tx, sessionId);
    await endSession(tx, sessionId);
    await events.endStreams(tx, { sessionId });
    return ofParent;
  });
  if (token === undefined) throw new Failure('E_INVALID_API_TOKEN');
  return { user: await readCurrentUser(db, staff.id), token };
}
