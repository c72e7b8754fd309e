import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import type { Acting } from '#platform/operations/acting.ts';
import { functionStatement, tidyStatement, watchName } from './row-outbox.ts';

type RowsTrigger = Extract<Trigger, { kind: 'rows' }>;
type Handed = { rows: number; since: number };

const ENOUGH_ROWS = 1_000;
const LONG_ENOUGH_MS = 600_000;

/**
 * Removes from the user's database what was handed on: not with every look, which would write there
 * all the time, but once it is a thousand changes or ten minutes old. Whoever may only read there
 * leaves it, which the trigger tells; then the limit of the table itself holds (row-outbox.ts).
 */
export function createTidying(now = Date.now) {
  const handedOn = new Map<string, Handed>();
  const staying = new Map<string, string>();
  const renewed = new Set<string>();

  async function tidy(
    client: Acting,
    workflowId: string,
    trigger: RowsTrigger,
    { changes, position }: { changes: number; position: { tx: string; id: string } },
  ): Promise<void> {
    const watch = watchName(workflowId, trigger);
    const known = handedOn.get(watch) ?? { rows: 0, since: now() };
    const rows = known.rows + changes;
    const isTime = rows >= ENOUGH_ROWS || (rows > 0 && now() - known.since >= LONG_ENOUGH_MS);
    if (!isTime) {
      if (rows > 0) handedOn.set(watch, { ...known, rows });
      return;
    }
    handedOn.delete(watch);
    const bindings = { watch, tx: position.tx, id: position.id };
    const connector = { id: trigger.connectorId ?? '' };
    const body = { connector, sql: tidyStatement(trigger), bindings, screen: 'workflow' as const };
    try {
      await client.call(sqlRoutes.post, { body });
      staying.delete(watch);
    } catch (error) {
      staying.set(watch, runMessage('outboxStays', { said: (error as Error).message }));
    }
  }

  /** Tried once: whoever may not replace what notes the rows is served by it as before. */
  async function renew(client: Acting, workflowId: string, trigger: RowsTrigger): Promise<void> {
    const watch = watchName(workflowId, trigger);
    if (renewed.has(watch)) return;
    renewed.add(watch);
    const connector = { id: trigger.connectorId ?? '' };
    const statement = functionStatement(workflowId, trigger);
    const body = { connector, sql: statement, screen: 'workflow' as const };
    try {
      await client.call(sqlRoutes.post, { body });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  /** What keeps the table from staying small, told before it is full. */
  const problemOf = (workflowId: string, trigger: RowsTrigger) =>
    staying.get(watchName(workflowId, trigger));

  return { tidy, renew, problemOf };
}
