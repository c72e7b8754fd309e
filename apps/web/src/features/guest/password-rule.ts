import { newPassword } from '@causeway/contract/auth/auth.ts';

/** The shortest password the contract takes. */
export const PASSWORD_LENGTH = newPassword.minLength ?? 1;
