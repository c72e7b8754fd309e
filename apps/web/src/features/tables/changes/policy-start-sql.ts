import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import type { Nameable } from '@causeway/contract/tables/structure.ts';
import type { PolicyDraft } from './policy-sql.ts';

/** What policies are mostly for; each says what its draft would be. */
export const policyStarts = [
  'everyone-reads',
  'signed-in-read',
  'own-rows',
  'own-rows-of-role',
  'nobody-deletes',
] as const;
export type PolicyStart = (typeof policyStarts)[number];

type Known = Pick<Nameable, 'roles' | 'hasAuthUid'>;

/** Supabase lets everybody in who signed in by a role of that name. */
const SIGNED_IN = 'authenticated';

export function offeredStarts({ roles }: Known): PolicyStart[] {
  const knowsSignedIn = roles.some(({ name }) => name === SIGNED_IN);
  return policyStarts.filter((start) => start !== 'signed-in-read' || knowsSignedIn);
}

/** Starts that compare a column with who asks. */
export function needsColumn(start: PolicyStart): boolean {
  return start === 'own-rows' || start === 'own-rows-of-role';
}

export function startPolicy(
  start: PolicyStart,
  column: TableColumn | undefined,
  known: Known,
): Omit<PolicyDraft, 'name'> {
  const open = { isPermissive: true, roles: [], check: '' };
  const starts: Record<PolicyStart, Omit<PolicyDraft, 'name'>> = {
    'everyone-reads': { ...open, command: 'SELECT', using: 'true' },
    'signed-in-read': { ...open, command: 'SELECT', roles: [SIGNED_IN], using: 'true' },
    'own-rows': { ...open, command: 'ALL', using: column ? isOfAsker(column, known) : '' },
    'own-rows-of-role': {
      ...open,
      command: 'ALL',
      using: column ? `${textOf(column)} = current_user` : '',
    },
    'nobody-deletes': { ...open, isPermissive: false, command: 'DELETE', using: 'false' },
  };
  return starts[start];
}

/** Who asks is known by Supabase's function, and elsewhere by a setting the application makes. */
function isOfAsker(column: TableColumn, { hasAuthUid }: Known): string {
  const isUuid = column.typeName === 'uuid';
  // In a query of its own it is asked once, not for every row.
  if (hasAuthUid) return `(select auth.uid())${isUuid ? '' : '::text'} = ${sideOf(column, isUuid)}`;
  return `${textOf(column)} = current_setting('app.user_id', true)`;
}

function sideOf(column: TableColumn, isUuid: boolean): string {
  return isUuid ? quoted(column.name) : textOf(column);
}

function textOf({ name, category }: TableColumn): string {
  return category === 'S' ? quoted(name) : `${quoted(name)}::text`;
}

const ownerNames = /^(owner|user|author|account|member|customer|tenant|person)(_?(id|name))?$/i;

/** The column that most likely says whose a row is. */
export function likelyOwner(columns: readonly TableColumn[]): TableColumn | undefined {
  return (
    columns.find(({ name }) => ownerNames.test(name) || name === 'created_by') ??
    columns.find(({ typeName }) => typeName === 'uuid') ??
    columns[0]
  );
}
