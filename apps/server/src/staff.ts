import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { issueProof } from '#features/auth/mail-proofs.ts';
import {
  findVerifiedAccount,
  insertAccount,
  markVerified,
  setStaff,
} from '#features/auth/queries.ts';
import { endAllSessions } from '#features/auth/sessions.ts';
import { nobodyAt } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Database, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * Makes the owner of an address staff. Where the address has no account it gets one: whoever reaches
 * the database needs no mail to vouch for it, and there may be no mail server yet. Answers what is to
 * be told, with the link that sets the first password.
 */
export function appoint(db: Database, email: string, publicUrl: string): Promise<string> {
  return db.transaction(async (tx) => {
    const known = await findVerifiedAccount(tx, email);
    const { id, passwordHash } = known ?? (await insertVerified(tx, email));
    await setStaff(tx, id, true);
    await record(tx, 'staff.appointed', id);
    const lines = [`${email} is staff${known ? '' : ', with a new account'}.`];
    if (passwordHash === null) {
      const { token } = await issueProof(tx, id, 'reset');
      lines.push(
        'A password is set here, once and within 30 minutes:',
        `${publicUrl}/guest/reset?token=${token}`,
      );
    }
    return lines.join('\n');
  });
}

/** They are out at once, as themselves and as whoever they act as; their account stays. */
export function dismiss(db: Database, email: string): Promise<string> {
  return db.transaction(async (tx) => {
    const known = await findVerifiedAccount(tx, email);
    if (!known?.staff) throw new Error(`${email} is not staff.`);
    await setStaff(tx, known.id, false);
    await endAllSessions(tx, known.id);
    await record(tx, 'staff.dismissed', known.id);
    return `${email} is not staff any more, and signed out everywhere.`;
  });
}

export async function listStaff(db: Db): Promise<string[]> {
  const rows = await listRows<{ email: string }>(
    db,
    sql`select email from users where staff order by lower(email)`,
  );
  return rows.map(({ email }) => email);
}

async function insertVerified(tx: Tx, email: string) {
  const name = email.split('@')[0] ?? email;
  const account = await insertAccount(tx, { email, name, passwordHash: null, cameLanguage: null });
  await markVerified(tx, account.id);
  return account;
}

/** By nobody who is signed in: the log says that it came from the machine itself. */
function record(tx: Tx, action: AuditAction, target: string): Promise<void> {
  const origin = { id: randomUUID(), address: 'command', network: 'command', userAgent: undefined };
  return recordAct(tx, nobodyAt(origin), { action, target });
}
