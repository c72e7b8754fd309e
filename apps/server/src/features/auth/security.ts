import type { Security } from '@causeway/contract/security.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { readAccount } from './queries.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { readTotpSince } from './totp.ts';

/** All the ways in, as their owner sees them. */
export async function readSecurity(_: Services, db: Db, userId: string): Promise<Security> {
  const account = await readAccount(db, userId);
  return {
    hasPassword: account.passwordHash !== null,
    totpSince: await readTotpSince(db, userId),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    passkeys: [],
    passkeysOnly: false,
    identities: [],
    provider: null,
  };
}
