import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { currentParty } from '#platform/limits/party.ts';
import { reachableFrom, readGraph } from '@causeway/contract/automations/graph.ts';
import { definition as definitionSchema } from '@causeway/contract/automations/definition.ts';
import { nodeOfKey } from './engine/doubts.ts';
import type { Entry } from './engine/entries.ts';
import type { WholeRun } from './history.ts';
import { keyOfQueued } from './running/queue-status.ts';
import { makeRunId } from './running/run-ids.ts';

/**
 * The same payload again, as a new run. From a step on, the steps that do not hang on it keep what
 * they gave; everything from it on is done again.
 */
export async function rerun(
  tx: Tx,
  run: WholeRun,
  { from, version }: { from?: string | undefined; version: 'same' | 'current' },
): Promise<string> {
  const wanted = await findVersion(tx, run, version);
  const definition = definitionSchema.parse(wanted.definition);
  const kept = from === undefined ? [] : keptEntries(run, definition, from);
  const runId = makeRunId();
  await changeRows(
    tx,
    sql`insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
          concurrency_key, trigger_kind, trigger_id, rerun_of, key_id, trigger)
        values (${runId}, ${run.projectId}, ${run.workflowId}, ${wanted.version}, 'queued', now(),
          ${keyOfQueued(definition.settings, run.trigger)}, 'rerun', ${run.triggerId}, ${run.id},
          ${currentParty().key ?? null}, ${JSON.stringify(run.trigger)})`,
  );
  if (kept.length > 0) {
    await changeRows(
      tx,
      sql`insert into workflow_journal (run_id, seq, entries)
          values (${runId}, 0, ${JSON.stringify(kept)})`,
    );
  }
  return runId;
}

async function findVersion(tx: Tx, run: WholeRun, which: 'same' | 'current') {
  const found = await findRow<{ version: number; definition: unknown }>(
    tx,
    sql`select version.version, version.definition from workflows workflow
        join workflow_versions version on version.workflow_id = workflow.id
          and version.version = case when ${which === 'same'} then ${run.version}::int
            else workflow.version end
        where workflow.id = ${run.workflowId} and workflow.deleted_at is null`,
  );
  if (!found) throw new Failure('E_WORKFLOW_NOT_FOUND');
  if (!(await isActable(tx, run.workflowId))) throw new Failure('E_WORKFLOW_NOT_PUBLISHED');
  return found;
}

async function isActable(tx: Tx, workflowId: string): Promise<boolean> {
  const row = await findRow(
    tx,
    sql`select 1 from workflows workflow join project_members member
          on member.project_id = workflow.project_id and member.user_id = workflow.published_by
        where workflow.id = ${workflowId}`,
  );
  return row !== undefined;
}

function keptEntries(
  { entries }: WholeRun,
  definition: Parameters<typeof readGraph>[0],
  from: string,
): Entry[] {
  const graph = readGraph(definition);
  if (!graph.nodes.has(from)) throw new Failure('E_VALIDATION', `There is no step ${from}.`);
  if (graph.scopeOf.get(from)) {
    throw new Failure('E_VALIDATION', 'A loop is run again as a whole.');
  }
  const anew = reachableFrom(graph, from).add(from);
  const done = new Set(entries.flatMap((entry) => (entry.type === 'finished' ? [entry.key] : [])));
  return entries.filter(({ key }) => done.has(key) && !anew.has(nodeOfKey(key)));
}
