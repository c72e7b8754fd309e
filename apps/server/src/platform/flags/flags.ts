import { Failure } from '@causeway/contract/errors.ts';
import type { ErrorCode } from '@causeway/contract/errors.ts';
import { type Flag, flagNames, flags, type FlagState } from '@causeway/contract/flags.ts';
import { changeRows, type Db, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** What was chosen, by name; a flag nobody chose is as its catalogue says. */
export type ChosenFlags = Record<string, FlagState> | null;

/** Part of a statement that reads something else, too. */
export const chosenFlags = sql`(select json_object_agg(name, state) from feature_flags)`;

/** Those that are on for somebody. */
export function flagsFor(chosen: ChosenFlags, { staff }: { staff: boolean }): Flag[] {
  return flagNames.filter((name) => {
    const state = chosen?.[name] ?? flags[name];
    return state === 'on' || (state === 'staff' && staff);
  });
}

/** For somebody who is perhaps nobody yet. */
export async function isOn(db: Db, flag: Flag): Promise<boolean> {
  const { chosen } = await readRow<{ chosen: ChosenFlags }>(
    db,
    sql`select ${chosenFlags} as chosen`,
  );
  return flagsFor(chosen, { staff: false }).includes(flag);
}

export async function requireFlag(db: Db, flag: Flag, refusal: ErrorCode): Promise<void> {
  if (!(await isOn(db, flag))) throw new Failure(refusal);
}

export type FlagRow = {
  name: string;
  state: FlagState;
  changedAt: string;
  changedBy: string | null;
};

export function listFlags(db: Db): Promise<FlagRow[]> {
  return listRows(
    db,
    sql`select flag.name, flag.state, flag.changed_at as "changedAt", account.name as "changedBy"
        from feature_flags flag left join users account on account.id = flag.changed_by`,
  );
}

export async function putFlag(
  tx: Tx,
  flag: { name: Flag; state: FlagState; by: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into feature_flags (name, state, changed_by)
        values (${flag.name}, ${flag.state}, ${flag.by})
        on conflict (name) do update set state = excluded.state,
          changed_by = excluded.changed_by, changed_at = now()`,
  );
}
