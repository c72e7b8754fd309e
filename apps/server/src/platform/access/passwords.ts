import { hash, verify } from '@node-rs/argon2';
import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';

/** argon2id, with the cost the OWASP cheat sheet recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a thread and 19 MB for a while; files are read by the same few threads. */
const shares = createShares({
  capacity: 2,
  perPerson: 1,
  patienceMs: 15_000,
  busy: () => new Failure('E_RATE_LIMITED', undefined, { retryAfter: 10 }),
  cancelled: () => new Failure('E_RATE_LIMITED'),
});

export function hashPassword(password: string): Promise<string> {
  return shares.run(() => hash(password, cost));
}

/** Verifying against nothing takes as long as verifying against a hash, and fails. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const expected = stored ?? (await nobodysHash);
  const correct = await shares.run(() => verify(expected, password));
  return stored !== undefined && correct;
}

const nobodysHash = hashPassword(crypto.randomUUID());
