import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { creditsToUnits } from '../../packages/contract/src/billing/units.ts';
import { sweepHolds } from '../../apps/server/src/features/billing/sweep.ts';
import { openAccount } from '../../apps/server/src/platform/credits/accounts.ts';
import { give } from '../../apps/server/src/platform/credits/book.ts';
import { findDisagreements } from '../../apps/server/src/platform/credits/check.ts';
import { closeAccount } from '../../apps/server/src/platform/credits/marks.ts';
import {
  type Database,
  findRow,
  openDatabase,
} from '../../apps/server/src/platform/db/database.ts';
import { sql } from '../../apps/server/src/platform/db/sql.ts';
import { openStage } from '../stage.ts';
import { usedFor } from './holds/used.ts';

export const name = 'spenders killed between setting aside and settling, 50 cycles';
const CYCLES = 50;

/** Every hold ends once: charged with what was written down, or returned where nothing was. */
export async function run() {
  const stage = await openStage();
  // It makes the tables, and must not sweep beside us.
  const server = await stage.launch({ SAMPLE_DATA: 'off' });
  await server.stop();
  const db = openDatabase(stage.databaseUrl, pino({ level: 'silent' }));
  try {
    const [ids] = await stage.query<{ account: string; project: string }>(
      `with person as (
         insert into causeway.users (email, name, password_hash, verified_at)
         values ('torture@example.test', 'Torture', '', now()) returning id
       ), project as (
         insert into causeway.projects (name) values ('Torture') returning id
       ), account as (
         insert into causeway.billing_accounts (holder_id) select id from person returning id
       )
       select account.id as account, project.id as project from account, project`,
    );
    await stage.query(
      'create table causeway.torture_work (cause text primary key, runs integer not null)',
    );
    await fill(db, ids!.account);
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await killOne([stage.databaseUrl, ids!.account, ids!.project]);
      await sweep(db);
    }
    return await judge(db, ids!.account);
  } finally {
    await db.close();
    await stage.close();
  }
}

async function fill(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await openAccount(tx, accountId);
    const amount = creditsToUnits('100000000');
    await give(tx, account, { kind: 'paid', amount, source: 'torture' });
    await closeAccount(tx, account);
  });
}

async function killOne(given: string[]): Promise<void> {
  const program = new URL('holds/spender.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, ...given], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  // However long a start takes: it is killed while it spends.
  await once(child.stdout, 'data');
  child.stdout.resume();
  await sleep(Math.random() * 400);
  child.kill('SIGKILL');
  await gone;
}

/** As if their time were over: the process that had them is known to be gone. */
async function sweep(db: Database): Promise<void> {
  await db.query(sql`update credit_holds set lease_until = now() - interval '1 second'
    where state = 'open'`);
  await sweepHolds(db, async (on, cause) => {
    const done = await findRow<{ runs: number }>(
      on,
      sql`select runs from torture_work where cause = ${cause}`,
    );
    return { isRunning: false, used: done ? usedFor(cause, done.runs) : null };
  });
}

async function judge(db: Database, accountId: string) {
  const disagreements = await findDisagreements(db, [accountId]);
  const counted = await findRow<Record<'open' | 'settled' | 'returned' | 'wrong', number>>(
    db,
    sql`select count(*) filter (where state = 'open')::int as open,
          count(*) filter (where state = 'settled')::int as settled,
          count(*) filter (where state = 'returned')::int as returned,
          count(*) filter (where (state = 'settled') <> (done.cause is not null)
            or (select count(*) from credit_ledger line where line.cause_id = hold.cause
              and line.quantity = done.runs) <> (case when state = 'settled' then 1 else 0 end)
            )::int as wrong
        from credit_holds hold left join torture_work done on done.cause = hold.cause
        where hold.account_id = ${accountId}`,
  );
  const { open = 1, settled = 0, returned = 0, wrong = 1 } = counted ?? {};
  return {
    figure: `${settled} settled, ${returned} returned, ${open} left open, ${wrong} ended wrongly, ${disagreements.length} sums that disagree`,
    passed: open === 0 && wrong === 0 && disagreements.length === 0 && settled > CYCLES,
  };
}
