import { type AccountExport, EXPORT_DAYS } from '@causeway/contract/account.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Person } from '#platform/personal-data/personal-data.ts';

const columns = sql`id, state, size::float8 as size, created_at as "createdAt",
  ready_at as "readyAt", expires_at as "expiresAt"`;

export function listExports(db: Db, userId: string): Promise<AccountExport[]> {
  return listRows(
    db,
    sql`select ${columns} from account_exports
        where user_id = ${userId} and expires_at > now() order by created_at desc limit 20`,
  );
}

/** Asked for twice, it is the same one that is being made. */
export async function findUnfinished(tx: Tx, userId: string): Promise<AccountExport | undefined> {
  await changeRows(tx, sql`select from users where id = ${userId} for update`);
  return findRow(
    tx,
    sql`select ${columns} from account_exports
        where user_id = ${userId} and state = 'making' and created_at > now() - interval '1 hour'
        order by created_at desc limit 1`,
  );
}

export function insertExport(tx: Tx, userId: string): Promise<AccountExport> {
  return readRow(
    tx,
    sql`insert into account_exports (user_id, expires_at)
        values (${userId}, now() + make_interval(days => ${EXPORT_DAYS})) returning ${columns}`,
  );
}

/** Whose it is, while it has to be made. */
export function findExportee(db: Db, exportId: string): Promise<Person | undefined> {
  return findRow(
    db,
    sql`select account.id, account.email, account.name
        from account_exports made join users account on account.id = made.user_id
        where made.id = ${exportId} and made.state = 'making'`,
  );
}

/** What an earlier try has left is written over. */
export async function putPart(
  db: Db,
  part: { exportId: string; number: number; content: Buffer },
): Promise<void> {
  await changeRows(
    db,
    sql`insert into account_export_parts (export_id, number, content)
        values (${part.exportId}, ${part.number}, ${part.content})
        on conflict (export_id, number) do update set content = excluded.content`,
  );
}

export async function finishExport(
  tx: Tx,
  made: { id: string; parts: number; size: number },
): Promise<boolean> {
  await changeRows(
    tx,
    sql`delete from account_export_parts where export_id = ${made.id} and number >= ${made.parts}`,
  );
  const changed = await changeRows(
    tx,
    sql`update account_exports set state = 'ready', size = ${made.size}, ready_at = now()
        where id = ${made.id} and state = 'making'`,
  );
  return changed > 0;
}

export async function failExport(db: Db, exportId: string): Promise<void> {
  await changeRows(
    db,
    sql`update account_exports set state = 'failed' where id = ${exportId} and state = 'making'`,
  );
}

export function findReady(
  db: Db,
  userId: string,
  exportId: string,
): Promise<AccountExport | undefined> {
  return findRow(
    db,
    sql`select ${columns} from account_exports
        where id = ${exportId} and user_id = ${userId} and state = 'ready' and expires_at > now()`,
  );
}

/** The file as it is fetched: one part in memory at a time. */
export async function* readParts(db: Db, exportId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await findRow<{ content: Buffer }>(
      db,
      sql`select content from account_export_parts
          where export_id = ${exportId} and number = ${number}`,
    );
    if (!part) return;
    yield part.content;
  }
}
