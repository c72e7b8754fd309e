import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** A new picture has a new id: browsers keep the old one as long as they like. */
export async function putAvatar(tx: Tx, userId: string, picture: Buffer): Promise<string> {
  await changeRows(tx, sql`delete from avatars where user_id = ${userId}`);
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into avatars (user_id, picture) values (${userId}, ${picture}) returning id`,
  );
  await changeRows(tx, sql`update users set avatar = ${id} where id = ${userId}`);
  return id;
}

export async function removeAvatar(tx: Tx, userId: string): Promise<void> {
  await changeRows(tx, sql`delete from avatars where user_id = ${userId}`);
  await changeRows(tx, sql`update users set avatar = null where id = ${userId}`);
}

export async function findAvatar(db: Db, id: string): Promise<Buffer | undefined> {
  const found = await findRow<{ picture: Buffer }>(
    db,
    sql`select picture from avatars where id = ${id}`,
  );
  return found?.picture;
}
