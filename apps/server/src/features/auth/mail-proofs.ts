import { timingSafeEqual } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import { hashToken, makeCode, makeToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * Proof that somebody reads a mailbox: a token for the link and, to verify, six digits to type.
 * Each works once and for 30 minutes; a new one replaces the one before; after five wrong codes
 * only a new one helps.
 */
export type ProofKind = 'verify' | 'reset';

const MINUTES = 30;
const MOST_WRONG_CODES = 5;

export async function issueProof(
  db: Db,
  userId: string,
  kind: ProofKind,
): Promise<{ token: string; code: string }> {
  const { token, hash } = makeToken();
  const code = makeCode();
  await endProofs(db, userId, kind);
  await changeRows(
    db,
    sql`insert into mail_proofs (user_id, kind, token_hash, code_hash, expires_at)
        values (${userId}, ${kind}, ${hash}, ${hashCode(userId, code)},
          now() + make_interval(mins => ${MINUTES}))`,
  );
  return { token, code };
}

/** Uses up the link's token and says whose it is. */
export async function redeemToken(db: Db, kind: ProofKind, token: string): Promise<string> {
  const proof = await findRow<{ userId: string }>(
    db,
    sql`update mail_proofs set used_at = now()
        where token_hash = ${hashToken(token)} and kind = ${kind}
          and used_at is null and expires_at > now()
        returning user_id as "userId"`,
  );
  if (!proof) throw new Failure('E_TOKEN_EXPIRED');
  return proof.userId;
}

/** What was mailed before counts no more. */
export async function endProofs(db: Db, userId: string, kind: ProofKind): Promise<void> {
  await changeRows(db, sql`delete from mail_proofs where user_id = ${userId} and kind = ${kind}`);
}

/** Whose the link's token is, as long as it works; looking does not use it up. */
export async function readProof(db: Db, kind: ProofKind, token: string): Promise<string> {
  const proof = await findRow<{ userId: string }>(
    db,
    sql`select user_id as "userId" from mail_proofs
        where token_hash = ${hashToken(token)} and kind = ${kind}
          and used_at is null and expires_at > now()`,
  );
  if (!proof) throw new Failure('E_TOKEN_EXPIRED');
  return proof.userId;
}

/**
 * Uses up the code. A wrong one is counted before the answer, so this must not run in a
 * transaction that a failure rolls back.
 */
export async function redeemCode(db: Db, userId: string, code: string): Promise<void> {
  const proof = await findRow<{ id: string; codeHash: Buffer }>(
    db,
    sql`update mail_proofs set wrong_codes = wrong_codes + 1
        where user_id = ${userId} and kind = 'verify' and used_at is null
          and expires_at > now() and wrong_codes < ${MOST_WRONG_CODES}
        returning id, code_hash as "codeHash"`,
  );
  if (!proof) throw new Failure('E_TOKEN_EXPIRED');
  if (!timingSafeEqual(proof.codeHash, hashCode(userId, code))) throw new Failure('E_CODE_WRONG');
  const used = await changeRows(
    db,
    sql`update mail_proofs set used_at = now() where id = ${proof.id} and used_at is null`,
  );
  if (used === 0) throw new Failure('E_TOKEN_EXPIRED');
}

/** Six digits are guessed from a bare hash at once; the user's id at least keeps them apart. */
function hashCode(userId: string, code: string): Buffer {
  return hashToken(`${userId}:${code}`);
}
