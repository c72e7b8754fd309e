import type { Logger } from 'pino';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { passkeyHome } from './webauthn.ts';

/** Browsers offer a passkey only where it was made: those of another host let nobody in any more. */
export async function warnOfPasskeysElsewhere(
  { db, env }: Pick<Services, 'db' | 'env'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const { rpId } = passkeyHome(env);
  const elsewhere = await listRows<{ host: string; count: string }>(
    db,
    sql`select rp_id as host, count(*) from passkeys where rp_id <> ${rpId}
        group by rp_id order by rp_id`,
  );
  for (const { host, count } of elsewhere) {
    logger.warn(
      `${count} passkeys were made for ${host} and can't be used: PUBLIC_URL names ${rpId}`,
    );
  }
}
