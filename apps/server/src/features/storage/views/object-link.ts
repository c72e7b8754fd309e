import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { storageViewPath } from '@causeway/contract/storage/view.ts';
import type { Actor } from '#platform/access/actor.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';

/**
 * A link to an object of a bucket that nobody else can reach, since it listens on this machine only:
 * it leads through the product. It works until its end, and as long as who made it may still read.
 */
const objectLink = z.object({
  userId: z.uuid(),
  keyId: z.uuid().nullable(),
  connectorId: z.uuid(),
  path: z.string(),
  versionId: z.string().optional(),
  download: z.boolean(),
  end: z.number(),
});
type ObjectLink = z.infer<typeof objectLink>;

const BINDING = 'storage link';

export function isOnlyHere(endpoint: string | null | undefined): boolean {
  const { hostname } = new URL(endpoint ?? 'https://elsewhere.invalid');
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

export function makeObjectLink(
  secrets: Secrets,
  { user, keyId }: Pick<Actor, 'user' | 'keyId'>,
  object: Omit<ObjectLink, 'userId' | 'keyId'>,
): string {
  const link: ObjectLink = { userId: user.id, keyId, ...object };
  const sealed = secrets.seal(JSON.stringify(link), BINDING);
  return `${storageViewPath}?link=${encodeURIComponent(sealed)}`;
}

/** A wrong or outdated one is answered the same way. */
export function readObjectLink(secrets: Secrets, link: string): ObjectLink {
  try {
    const opened = objectLink.parse(JSON.parse(secrets.open(link, BINDING)));
    if (opened.end > Date.now()) return opened;
  } catch (error) {
    if (!(error instanceof SecretUnreadable || error instanceof z.ZodError)) throw error;
  }
  throw new Failure('E_TOKEN_EXPIRED');
}
