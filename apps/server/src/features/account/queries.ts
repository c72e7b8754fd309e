import type { UserFormats } from '@causeway/contract/settings/formats.ts';
import type { UserSettings } from '@causeway/contract/settings/settings.ts';
import type { Selection } from '@causeway/contract/users.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Changes of two tabs are applied one after the other, each on the other's outcome. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await changeRows(tx, sql`select from users where id = ${userId} for update`);
}

export async function updateUser(
  tx: Tx,
  userId: string,
  user: { name: string; selection: Selection; formats: UserFormats; settings: UserSettings },
): Promise<void> {
  await changeRows(
    tx,
    sql`update users set name = ${user.name}, selection = ${JSON.stringify(user.selection)},
          formats = ${JSON.stringify(user.formats)},
          settings = ${JSON.stringify(user.settings)}
        where id = ${userId}`,
  );
}
