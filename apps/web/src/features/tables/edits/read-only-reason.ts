import { can, type Role } from '@causeway/contract/access.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';

export type ReadOnlyReason = 'viewer' | NonNullable<TableDetails['readOnlyReason']>;

/** Why rows can not be changed here; undefined when they can. A new row needs no key to be told by. */
export function findReadOnlyReason(
  { readOnlyReason }: Pick<TableDetails, 'readOnlyReason'>,
  role: Role,
  { isNew = false } = {},
): ReadOnlyReason | undefined {
  if (readOnlyReason && !(isNew && readOnlyReason === 'no-key')) return readOnlyReason;
  return can(role, 'sql.write') ? undefined : 'viewer';
}
