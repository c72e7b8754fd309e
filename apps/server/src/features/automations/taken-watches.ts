import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  type Trigger,
  trigger as triggerSchema,
} from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { LeftInDatabase } from '@causeway/contract/automations/left.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type ActAs, endingWith } from '#platform/operations/acting.ts';
import { readInstalled } from './running/look.ts';
import { removeStatements } from './running/row-outbox.ts';
import {
  nameConnectors,
  outboxTriggers,
  type RowsTrigger,
  runInstall,
  withinProject,
} from './watch-install.ts';

export type Watch = { workflowId: string; trigger: RowsTrigger };

/** What was there and is gone now, as it can be put back; and what is there still. */
export type TakenOut = { taken: Watch[]; left: LeftInDatabase[] };

/** For so long whoever deletes waits for their databases; what is not gone by then is told. */
const MOST_MS = 10_000;

/**
 * Takes what row triggers put into databases out of them, while somebody with the rights to do so is
 * there and the credentials are: of the whole project, or of one connector. Databases are asked side by
 * side, each no further once it failed, so that one that is away costs its own time only.
 */
export async function takeOutWatches(
  actAs: ActAs,
  db: Db,
  actor: ProjectActor,
  { connectorId }: { connectorId?: string } = {},
): Promise<TakenOut> {
  const watches = await listWatches(db, actor.project.id, connectorId);
  if (watches.length === 0) return { taken: [], left: [] };
  const gone = new Set<Watch>();
  const taken = new Set<Watch>();
  const over = AbortSignal.timeout(MOST_MS);
  const within = endingWith(over, actAs);
  const byConnector = Map.groupBy(watches, ({ trigger }) => trigger.connectorId);
  const all = [...byConnector.values()].map(async (ofOne) => {
    for (const watch of ofOne) {
      if (over.aborted || !(await takeOut(within, actor, watch, { gone, taken, over }))) return;
    }
  });
  // A line that is dead does not notice that nobody waits any more.
  const timer = new AbortController();
  await Promise.race([
    Promise.all(all),
    wait(MOST_MS, undefined, { signal: timer.signal }).catch(() => {}),
  ]);
  timer.abort();
  const left = watches
    .filter((watch) => !gone.has(watch))
    .map(({ workflowId, trigger }) => ({
      connectorId: trigger.connectorId ?? '',
      sql: removeStatements(workflowId, trigger).join(';\n\n'),
    }));
  return { taken: [...taken], left: await nameConnectors(db, actor, left) };
}

type Progress = { gone: Set<Watch>; taken: Set<Watch>; over: AbortSignal };

async function takeOut(
  actAs: ActAs,
  actor: ProjectActor,
  watch: Watch,
  { gone, taken, over }: Progress,
): Promise<boolean> {
  const { workflowId, trigger } = watch;
  try {
    const client = actAs(withinProject(actor));
    const { isThere } = await readInstalled(client, workflowId, trigger);
    if (isThere) taken.add(watch);
    await runInstall(actAs, actor, trigger, removeStatements(workflowId, trigger));
    gone.add(watch);
    return true;
  } catch (error) {
    if (!(error instanceof Failure) && !over.aborted) throw error;
    return false;
  }
}

/** As drawn and as they run, in databases of the project: a draft may name any other's. */
export async function listWatches(
  db: Db,
  projectId: string,
  connectorId?: string,
): Promise<Watch[]> {
  const connectors = await listRows<{ id: string }>(
    db,
    sql`select id from connectors where project_id = ${projectId}`,
  );
  const own = new Set(connectors.map(({ id }) => id));
  const workflows = await listRows<{ id: string; draft: unknown; latest: unknown }>(
    db,
    sql`select workflow.id, workflow.draft, version.definition as latest
        from workflows workflow
        left join workflow_versions version on version.workflow_id = workflow.id
          and version.version = workflow.version
        where workflow.project_id = ${projectId} and workflow.deleted_at is null
        order by workflow.created_at, workflow.id`,
  );
  return workflows
    .flatMap(({ id, draft, latest }) =>
      outboxTriggers(triggersIn(draft), triggersIn(latest)).map((trigger) => ({
        workflowId: id,
        trigger,
      })),
    )
    .filter(({ trigger }) => own.has(trigger.connectorId?.toLowerCase() ?? ''))
    .filter(({ trigger }) => connectorId === undefined || trigger.connectorId === connectorId);
}

const drawn = z.object({ triggers: z.array(z.unknown()) });

/** Those that can be read: a draft of an earlier version keeps no project and no account. */
function triggersIn(definition: unknown): { triggers: Trigger[] } {
  const found = drawn.safeParse(definition).data?.triggers ?? [];
  const triggers = found.map((one) => triggerSchema.safeParse(one).data);
  return { triggers: triggers.filter((one) => one !== undefined) };
}
