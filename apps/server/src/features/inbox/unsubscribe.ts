import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { mailedKinds } from '@causeway/contract/inbox/kinds.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';

/** Who wants no more mails of which kinds. It opens nothing else, so it needs no end and no table. */
const unsubscription = z.object({ userId: z.uuid(), kinds: z.array(z.enum(mailedKinds)) });
type Unsubscription = z.infer<typeof unsubscription>;

const BINDING = 'unsubscribe';

export function makeUnsubscribeToken(secrets: Secrets, about: Unsubscription): string {
  return secrets.seal(JSON.stringify(about), BINDING);
}

export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription {
  try {
    return unsubscription.parse(JSON.parse(secrets.open(token, BINDING)));
  } catch (error) {
    const isOurs = !(error instanceof SecretUnreadable || error instanceof z.ZodError);
    if (isOurs) throw error;
    throw new Failure('E_TOKEN_EXPIRED');
  }
}
