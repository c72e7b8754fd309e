import { Failure } from '@causeway/contract/errors.ts';
import { readFormats } from '@causeway/contract/settings/formats.ts';
import { readSettings } from '@causeway/contract/settings/settings.ts';
import type { CurrentUser, Selection } from '@causeway/contract/users.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { type ChosenFlags, chosenFlags, flagsFor } from '#platform/flags/flags.ts';
import { prepared, sql } from '#platform/db/sql.ts';

type UserRow = Omit<CurrentUser, 'settings' | 'formats' | 'impersonator' | 'flags'> & {
  chosenFlags: ChosenFlags;
  settings: unknown;
  formats: unknown;
  selection: Selection;
};

/** The user as the user sees themselves, with settings mended where they are damaged. */
export async function readCurrentUser(
  db: Db,
  userId: string,
  impersonator: CurrentUser['impersonator'] = null,
): Promise<CurrentUser> {
  const row = await findRow<UserRow>(
    db,
    prepared(sql`select id, email, name, verified_at is not null as verified, staff, settings, formats, selection, avatar,
          ${chosenFlags} as "chosenFlags",
          created_at as "createdAt"
        from users where id = ${userId}`),
  );
  if (!row) throw new Failure('E_INVALID_API_TOKEN');
  const { chosenFlags: chosen, ...user } = row;
  return {
    ...user,
    staff: row.staff && impersonator === null,
    flags: flagsFor(chosen, row),
    settings: readSettings(row.settings),
    formats: readFormats(row.formats),
    impersonator,
  };
}
