import pino from 'pino';
import { toUnits } from '../../../packages/contract/src/billing/units.ts';
import { changeRows, openDatabase } from '../../../apps/server/src/platform/db/database.ts';
import { sql } from '../../../apps/server/src/platform/db/sql.ts';
import { reserve, settle } from '../../../apps/server/src/platform/credits/holds.ts';
import { usedFor } from './used.ts';

/** Sets aside, works, writes down what it used, settles; until it is killed somewhere in between. */
const [databaseUrl = '', accountId = '', projectId = ''] = process.argv.slice(2);
const db = openDatabase(databaseUrl, pino({ level: 'silent' }));

async function spend(): Promise<void> {
  for (;;) {
    const cause = `torture:${crypto.randomUUID()}`;
    const amount = toUnits(1_000_000n);
    await db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount }));
    process.stdout.write('.');
    const runs = 1 + Math.floor(Math.random() * 10);
    await changeRows(db, sql`insert into torture_work (cause, runs) values (${cause}, ${runs})`);
    await db.transaction((tx) => settle(tx, cause, usedFor(cause, runs)));
  }
}

await Promise.all([spend(), spend(), spend()]);
