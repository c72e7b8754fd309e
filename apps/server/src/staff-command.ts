import { email as emailRule } from '@causeway/contract/users.ts';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/logs/logger.ts';
import { readEnv } from './env.ts';
import { openOwnDatabase } from './own-database.ts';
import { appoint, dismiss, listStaff } from './staff.ts';

/**
 * Names who runs the installation, by somebody who can already reach its database. An installation
 * begins without staff, and nobody inside it may make any:
 *
 *   node apps/server/src/staff-command.ts add ada@example.com
 *   node apps/server/src/staff-command.ts remove ada@example.com
 *   node apps/server/src/staff-command.ts list
 */
try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function run([act = '', address]: string[]): Promise<string> {
  const email = emailRule.safeParse(address).data;
  const isKnown = act === 'list' || ((act === 'add' || act === 'remove') && email !== undefined);
  if (!isKnown) throw new Error('Say add or remove with an e-mail address, or list.');
  const env = readEnv();
  const database = await openOwnDatabase(env);
  try {
    await migrate(database.url, new URL('../migrations/', import.meta.url));
    const db = openDatabase(database.url, createLogger(env.logLevel));
    try {
      if (email === undefined) return (await listStaff(db)).join('\n') || 'Nobody is staff.';
      return act === 'add' ? await appoint(db, email, env.publicUrl) : await dismiss(db, email);
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}
