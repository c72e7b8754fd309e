import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { AccessChange } from '#platform/connectors/sql/access-changes.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RecordedStatement } from './record-statement.ts';

const actions = {
  privileges: 'data.privileges-changed',
  policy: 'data.policy-changed',
  'row-security': 'data.row-security-changed',
  trigger: 'data.trigger-changed',
} as const satisfies Record<AccessChange['what'], AuditAction>;

/** Who may do what in a database is for the log, by whatever way it was changed. */
export async function recordAccess(
  tx: Tx,
  { opened, actor, statement, inspection }: RecordedStatement,
): Promise<void> {
  for (const { what, target, name } of inspection.access) {
    const details = {
      connectorId: opened.connector.id,
      // Not as its name: that would be shown in place of the table.
      ...(name !== undefined && { [what]: name }),
      statement: statement.slice(0, 2_000),
    };
    const act = { action: actions[what], ...(target !== '' && { target }), details };
    await recordAct(tx, actor, act);
  }
}
