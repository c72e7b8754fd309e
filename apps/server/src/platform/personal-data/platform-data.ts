import { eraseFromLedger } from '#platform/ledger/erase.ts';
import { eraseFromLimits } from '#platform/limits/erase.ts';
import { eraseKeptMails } from '#platform/mail/erase.ts';
import type { PersonalData } from './personal-data.ts';

/** Copies of names and addresses that the platform keeps for features. */
export const personalDataOfPlatform: PersonalData = {
  erase: async (tx, person) => {
    await eraseFromLedger(tx, person);
    await eraseKeptMails(tx, person);
    await eraseFromLimits(tx, person);
  },
};
