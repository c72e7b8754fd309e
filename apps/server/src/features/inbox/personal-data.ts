import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** The parameters of entries that hold who it is about. */
const names = ['by', 'name', 'person', 'staff', 'email'];

export const personalDataOfInbox: PersonalData = {
  files: {
    inbox: (db, { id }) =>
      listRows(
        db,
        sql`select kind, params, link, told_at as "toldAt", read_at as "readAt"
            from inbox where user_id = ${id} order by told_at desc limit 10000`,
      ),
    'mail-choices': (db, { id }) =>
      listRows(
        db,
        sql`select kind, is_mailed as "isMailed", is_daily as "isDaily" from inbox_mail_choices where user_id = ${id}`,
      ),
  },
  // What others were told of them goes on without a name.
  erase: async (tx, { email, name }) => {
    for (const key of names) {
      await changeRows(
        tx,
        sql`update inbox set params = params || jsonb_build_object(${key}::text, '')
            where params->>${key} = ${name} or lower(params->>${key}) = lower(${email})`,
      );
    }
  },
};
