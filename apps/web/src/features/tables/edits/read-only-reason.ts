import { can, type Role } from '@causeway/contract/access.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';

export type ReadOnlyReason = 'viewer' | NonNullable<TableDetails['readOnlyReason']>;

/** Why rows can not be changed here; undefined when they can. */
export function findReadOnlyReason(
  { readOnlyReason }: Pick<TableDetails, 'readOnlyReason'>,
  role: Role,
): ReadOnlyReason | undefined {
  if (readOnlyReason) return readOnlyReason;
  return can(role, 'sql.write') ? undefined : 'viewer';
}
