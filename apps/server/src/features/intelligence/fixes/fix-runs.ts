import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Run, RunKind, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { changeState } from '../findings.ts';
import { forgetFix, noteChangeSet } from './fixes.ts';
import { openToFix, runFix } from './run-fix.ts';

const LONGEST_MS = 6 * 3_600_000;

/**
 * A fix on its way, such as an index over a large table. It is done once: what broke off is not begun
 * again, since nobody knows how far it came; an index that was left behind is found by the next scan.
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
      else await forgetFix(tx, subjectId);
      await services.events.publish(tx, { projectId }, { type: 'intelligence.changed', projectId });
    },
  };
}

async function applyFix(services: Services, run: Run, { signal }: Working): Promise<void> {
  const { db } = services;
  const connectorId = run.connectorId ?? '';
  const found = await findRow<{ statement: string }>(
    db,
    sql`select statement from finding_fixes where id = ${run.subjectId} and is_running`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  const actor = await actFor(db, run, { action: 'sql.write', connectorId });
  const opened = patiently(await openToFix(services, db, actor, connectorId));
  const changeSetId = await runFix(services, { actor, opened, signal, ...found });
  await db.transaction((tx) => noteChangeSet(tx, run.subjectId, changeSetId));
}

function patiently({ connector, target }: OpenedSql): OpenedSql {
  return { connector, target: { ...target, timeoutMs: LONGEST_MS, isPatient: true } };
}

async function settle(tx: Tx, { subjectId, userId }: Run): Promise<void> {
  const fix = await findRow<{ findingId: string }>(
    tx,
    sql`update finding_fixes set is_running = false where id = ${subjectId}
        returning finding_id as "findingId"`,
  );
  if (fix && userId) await changeState(tx, { id: fix.findingId }, { state: 'fixed', by: userId });
}

export async function markRunning(db: Db, fixId: string): Promise<void> {
  await changeRows(db, sql`update finding_fixes set is_running = true where id = ${fixId}`);
}
