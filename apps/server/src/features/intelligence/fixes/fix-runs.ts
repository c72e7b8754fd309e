import { Failure } from '@causeway/contract/errors.ts';
import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import { actFor } from '#platform/access/act-for.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { NewRun } from '#platform/runs/queries.ts';
import type { Run, RunKind, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { changeState } from '../findings.ts';
import { endUndo, forgetFix, markUndone, noteChangeSet } from './fixes.ts';
import { ofAllParts } from './making.ts';
import { openToFix, runFix } from './run-fix.ts';

const LONGEST_MS = 6 * 3_600_000;

/**
 * A fix on its way, or its way back, such as an index over a large table. It is done once: what broke
 * off is not begun again, since nobody knows how far it came; an index that was left behind is found by
 * the next scan.
 */
export function fixRuns(services: Services): RunKind {
  return {
    kind: 'fix',
    places: 4,
    perPerson: 1,
    perProject: 2,
    step: async (run, working) => {
      await applyFix(services, run, working);
      return 'ended';
    },
    recover: async () => ({ outcome: 'failed', failure: new Failure('E_OUTCOME_UNKNOWN') }),
    ended: async (tx, run, { outcome }) => {
      const { subjectId, projectId } = run;
      if (outcome === 'done') await settle(tx, run);
      else if (await isUndoing(tx, subjectId)) await endUndo(tx, subjectId);
      else await forgetFix(tx, subjectId);
      await services.events.publish(tx, { projectId }, { type: 'intelligence.changed', projectId });
    },
  };
}

type Fixing = { id: string; statement: string };

export function fixRunOf(
  { project, user }: ProjectActor,
  { connectorId }: Pick<Finding, 'connectorId'>,
  { id: subjectId, statement }: Fixing,
): NewRun {
  const title = statement.slice(0, 120);
  const about = { projectId: project.id, connectorId, userId: user.id };
  return { kind: 'fix', subjectId, title, ...about };
}

async function applyFix(services: Services, run: Run, { signal }: Working): Promise<void> {
  const { db } = services;
  const connectorId = run.connectorId ?? '';
  const found = await findRow<{ statement: string }>(
    db,
    sql`select ${current} as statement
        from finding_fixes where id = ${run.subjectId} and is_running`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  const actor = await actFor(db, run, { action: 'sql.write', connectorId });
  const opened = patiently(await openToFix(services, db, actor, connectorId));
  const statement = ofAllParts(found.statement);
  const changeSetId = await runFix(services, { actor, opened, signal, statement });
  if (await isUndoing(db, run.subjectId)) return;
  await db.transaction((tx) => noteChangeSet(tx, run.subjectId, changeSetId));
}

function patiently({ connector, target }: OpenedSql): OpenedSql {
  return { connector, target: { ...target, timeoutMs: LONGEST_MS, isPatient: true } };
}

/** What a fix that is on its way does: take back what was applied. */
const undoing = sql`coalesce((preview->>'isUndoing')::boolean, false)`;
const current = sql`case when ${undoing} then undo else statement end`;

async function isUndoing(db: Db, id: string): Promise<boolean> {
  const found = await findRow(db, sql`select from finding_fixes where id = ${id} and ${undoing}`);
  return found !== undefined;
}

async function settle(tx: Tx, { subjectId, userId, projectId }: Run): Promise<void> {
  const isBack = await isUndoing(tx, subjectId);
  const fix = await findRow<{
    findingId: string;
    check: string;
    statement: string;
    by: Asker | null;
  }>(
    tx,
    sql`select finding_id as "findingId", (select check_name from findings where id = finding_id) as check,
          ${current} as statement, preview->'by' as by
        from finding_fixes where id = ${subjectId} for update`,
  );
  if (fix?.by) {
    const action = isBack ? 'finding.fix-undone' : 'finding.fix-applied';
    const details = { check: fix.check, statement: ofAllParts(fix.statement) };
    await recordAct(tx, fix.by, { action, projectId, target: fix.findingId, details });
  }
  await changeRows(
    tx,
    sql`update finding_fixes set is_running = false, preview = preview - 'by' where id = ${subjectId}`,
  );
  if (isBack) {
    await endUndo(tx, subjectId);
    await markUndone(tx, subjectId);
  }
  const state = isBack ? 'open' : 'fixed';
  if (fix && userId) await changeState(tx, { id: fix.findingId }, { state, by: userId });
}

type Asker = Pick<ProjectActor, 'kind' | 'ref' | 'user' | 'impersonator' | 'origin'>;

/** Who asked for it is kept until it is done: only then is it written down that they did it. */
export async function markRunning(db: Db, fixId: string, by: ProjectActor): Promise<void> {
  const { kind, ref, user, impersonator, origin } = by;
  const asker = JSON.stringify({ by: { kind, ref, user, impersonator, origin } satisfies Asker });
  await changeRows(
    db,
    sql`update finding_fixes set is_running = true, preview = preview || ${asker}::jsonb where id = ${fixId}`,
  );
}
