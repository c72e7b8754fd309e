import { Failure } from '@causeway/contract/errors.ts';
import type { Caller } from '#platform/access/caller.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';
import type { Services } from '#platform/services.ts';
import { findAccount } from './queries.ts';
import { endSession, returnToParent, startSessionAs } from './sessions.ts';

type By = { caller: Caller; request: RequestFacts };

/** Staff may act as any user but another of the staff, for an hour, and never from within. */
export async function startImpersonation(
  { db }: Services,
  by: By,
  wanted: { id: string; reason?: string },
) {
  const account = await findAccount(db, wanted.id);
  if (!account || account.suspended) throw new Failure('E_USER_NOT_FOUND');
  if (account.staff) throw new Failure('E_FORBIDDEN', 'Staff can not act as other staff.');
  const staff = by.caller.user;
  return db.transaction(async (tx) => {
    await recordAct(tx, by, {
      action: 'impersonation.started',
      target: account.id,
      details: { reason: wanted.reason ?? '' },
    });
    const token = await startSessionAs(tx, {
      userId: account.id,
      parent: by.caller,
      request: by.request,
    });
    const user = await readCurrentUser(tx, account.id, { id: staff.id, name: staff.name });
    return { user, token };
  });
}

/** Leads back to the session it began from. It never makes a new one: an hour must not become months. */
export async function stopImpersonation({ db, events }: Services, by: By) {
  const staff = by.caller.impersonator;
  if (!staff) throw new Failure('E_FORBIDDEN', 'You are not impersonating anybody.');
  const token = await db.transaction(async (tx) => {
    await recordAct(tx, by, { action: 'impersonation.stopped', target: by.caller.user.id });
    const ofParent = await returnToParent(tx, by.caller.sessionId);
    await endSession(tx, by.caller.sessionId);
    await events.endStreams(tx, { sessionId: by.caller.sessionId });
    return ofParent;
  });
  if (token === undefined) throw new Failure('E_INVALID_API_TOKEN');
  return { user: await readCurrentUser(db, staff.id), token };
}
