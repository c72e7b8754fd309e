import { Failure } from '@causeway/contract/errors.ts';
import type { Claim } from '@causeway/contract/auth/auth.ts';
import type { Nobody } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { changeRows, type Db, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { AccountHooks } from './hooks.ts';
import { passwordOfClaim, proofFromAddress } from './limits.ts';
import { readProof } from './mail-proofs.ts';
import { isPassword } from '#platform/access/passwords.ts';
import { type Account, findAccount } from './queries.ts';

/**
 * A mailed link proves that somebody reads the mailbox, not that they chose the password: anybody
 * can register anybody's address. So the link alone verifies nothing. It does so for who is signed
 * in to that very claim, or knows its password; whoever reads the mailbox and did not register can
 * end the claim with it.
 */
export async function showClaim(services: Services, token: string, by: Nobody): Promise<Claim> {
  const account = await readClaim(services, token, by);
  return { email: account.email, registeredAt: account.createdAt };
}

/** The claim behind the link, for who knows the password it was made with. */
export async function checkClaim(
  services: Services,
  { token, password }: { token: string; password: string },
  by: Nobody,
): Promise<Account> {
  const account = await readClaim(services, token, by);
  await services.limiter.take(passwordOfClaim, account.id);
  if (!(await isPassword(account.passwordHash ?? undefined, password))) {
    throw new Failure('E_INVALID_CREDENTIALS');
  }
  await services.limiter.giveBack(passwordOfClaim, account.id);
  return account;
}

export async function rejectClaim(
  services: Services,
  { token, by, hooks }: { token: string; by: Nobody; hooks: AccountHooks },
): Promise<void> {
  const { id: claimId } = await readClaim(services, token, by);
  await services.db.transaction(async (tx) => {
    await endClaim(services, tx, { claimId, hooks });
    await recordAct(tx, by, { action: 'account.rejected', target: claimId });
  });
}

/** With its sessions, and what was made under it. */
export async function endClaim(
  { events }: Pick<Services, 'events'>,
  tx: Tx,
  { claimId, hooks }: { claimId: string; hooks: AccountHooks },
): Promise<void> {
  await events.endStreams(tx, { userId: claimId });
  await hooks.gone(tx, claimId);
  if (!(await deleteClaim(tx, claimId))) throw new Failure('E_TOKEN_EXPIRED');
}

async function readClaim({ db, limiter }: Services, token: string, by: Nobody): Promise<Account> {
  await limiter.take(proofFromAddress, by.origin.network);
  const account = await findAccount(db, await readProof(db, 'verify', token));
  if (!account || account.verified) throw new Failure('E_TOKEN_EXPIRED');
  return account;
}

async function deleteClaim(db: Db, claimId: string): Promise<boolean> {
  const deleted = await changeRows(
    db,
    sql`delete from users where id = ${claimId} and verified_at is null`,
  );
  return deleted > 0;
}
