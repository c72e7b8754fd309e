import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';

/**
 * Who is asked what, sealed into the link of a mail. It opens nothing but that one question, whose end
 * and answers are kept where it is asked; and it is answered by a press of a button, never by opening.
 */
const asked = z.object({ userId: z.uuid(), entryId: z.uuid() });
type Asked = z.infer<typeof asked>;

const BINDING = 'approval-link';

export function makeApprovalToken(secrets: Secrets, about: Asked): string {
  return secrets.seal(JSON.stringify(about), BINDING);
}

export function readApprovalToken(secrets: Secrets, token: string): Asked {
  try {
    return asked.parse(JSON.parse(secrets.open(token, BINDING)));
  } catch (error) {
    const isOurs = !(error instanceof SecretUnreadable || error instanceof z.ZodError);
    if (isOurs) throw error;
    throw new Failure('E_TOKEN_EXPIRED');
  }
}
