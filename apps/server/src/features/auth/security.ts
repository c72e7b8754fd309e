import { Failure } from '@causeway/contract/errors.ts';
import type { Security } from '@causeway/contract/auth/security.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { listIdentities } from './identities.ts';
import { listPasskeys } from './passkeys.ts';
import { readAccount } from './queries.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { readTotpSince } from './totp.ts';

/** All the ways in, as their owner sees them. */
export async function readSecurity({ env }: Services, db: Db, userId: string): Promise<Security> {
  const account = await readAccount(db, userId);
  return {
    hasPassword: account.passwordHash !== null,
    totpSince: await readTotpSince(db, userId),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    passkeys: await listPasskeys(db, userId),
    passkeysOnly: account.passkeysOnly,
    identities: await listIdentities(db, userId),
    provider: env.OIDC_ISSUER ? { name: env.OIDC_NAME } : null,
  };
}

/** Whoever takes a way in away must have another. */
export async function keepAWayIn(services: Services, db: Db, userId: string): Promise<void> {
  const { hasPassword, passkeys, passkeysOnly, identities } = await readSecurity(
    services,
    db,
    userId,
  );
  const ways = passkeysOnly ? passkeys.length - 1 : Number(hasPassword) + passkeys.length;
  if (ways + (passkeysOnly ? 0 : identities.length) < 1) throw new Failure('E_LAST_WAY_IN');
}
