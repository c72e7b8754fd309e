import { Failure } from '@causeway/contract/errors.ts';
import {
  intelligenceRoutes,
  WAITED_FOR_SECONDS,
} from '@causeway/contract/intelligence/intelligence.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import { readerRoleFor } from '#platform/connectors/opened.ts';
import { readConnector } from '#platform/connectors/stored.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { ListDependents } from '#platform/queries/dependent.ts';
import type { Services } from '#platform/services.ts';
import { foresee } from './drift/foresee.ts';
import { watchStructure } from './drift/watch-structure.ts';
import {
  asToldTo,
  changeState,
  listFindings,
  listHealth,
  readFinding,
  setAssignee,
} from './findings.ts';
import {
  beginUndo,
  forgetFix,
  insertPreview,
  listFixes,
  markUndone,
  noteChangeSet,
  readFix,
  takePreview,
} from './fixes/fixes.ts';
import { fixRunOf, fixRuns, markRunning } from './fixes/fix-runs.ts';
import { openToFix, runFix } from './fixes/run-fix.ts';
import { isSlow, tryFix } from './fixes/try-fix.ts';
import { isMember } from './people.ts';
import { hearAgain, listQuiet, muteSeries, unmuteSeries, weighUse } from './quiet.ts';
import { scanRuns } from './scanning/scan-runs.ts';
import { setSchedule, unsetSchedule } from './schedules.ts';
import { startScan } from './start-scan.ts';
import { listCoverage, readScanOf } from './scans.ts';
import { listProfiles } from './tables.ts';
import { defineScanUpkeep } from './upkeep.ts';
import { type FindImportedTable, followImports } from './follow-imports.ts';

/** What other features know. */
type Elsewhere = {
  findImportedTable: FindImportedTable;
  listDependents: readonly ListDependents[];
};

export function mountIntelligence(mount: Mount, services: Services, elsewhere: Elsewhere): void {
  const { runs, events } = services;
  runs.define(fixRuns(services));
  runs.define(scanRuns(services, elsewhere.listDependents));
  defineScanUpkeep(services);
  watchStructure(services);
  followImports(services, elsewhere.findImportedTable);

  async function changed(db: Db, { project: { id: projectId } }: ProjectActor): Promise<void> {
    await events.publish(db, { projectId }, { type: 'intelligence.changed', projectId });
  }

  async function after(tx: Tx, actor: ProjectActor, id: string) {
    await changed(tx, actor);
    return asToldTo(actor, await readFinding(tx, actor.project, id));
  }

  mount('intelligence', intelligenceRoutes, {
    list: async ({ db, actor, query }) => {
      const { items, total } = await listFindings(db, actor.project, query);
      const quiet = await listQuiet(db, actor.project);
      return { items: items.map((finding) => asToldTo(actor, finding)), total, quiet };
    },
    coverage: ({ db, actor }) => listCoverage(db, actor.project),
    health: ({ db, actor, params }) => listHealth(db, actor.project, params.connectorId),
    profiles: async ({ db, actor, params, query }) => {
      const connector = await readConnector(db, actor.project, params.connectorId);
      const readAs = readerRoleFor(actor.project, connector) ?? null;
      return listProfiles(db, { connectorId: connector.id, readAs, ...query });
    },

    impact: async ({ db, actor, body }) => {
      const { id: connectorId } = await readConnector(db, actor.project, body.connectorId);
      return foresee(services, { ...body, db, actor, connectorId }, elsewhere.listDependents);
    },

    scan: async ({ db, actor, body, record }) => {
      const connector = await readConnector(db, actor.project, body.connectorId);
      const scan = await startScan(services, db, {
        projectId: actor.project.id,
        connectorId: connector.id,
        userId: actor.user.id,
        cause: 'asked',
        title: connector.name,
      });
      await record({ action: 'scan.started', target: connector.id });
      return scan;
    },
    stopScan: async ({ db, actor, params }) => {
      const scan = await readScanOf(db, actor.project, params.scanId);
      requireOwnWork(actor, scan.startedBy?.id);
      await runs.cancel(db, 'scan', scan.id);
      await changed(db, actor);
      return null;
    },
    schedule: async ({ db, actor, body, record }) => {
      const connector = await readConnector(db, actor.project, body.connectorId);
      if (body.isDaily) await setSchedule(db, actor, connector.id);
      else await unsetSchedule(db, connector.id);
      const action = body.isDaily ? 'scan.scheduled' : 'scan.unscheduled';
      await record({ action, target: connector.id });
      await changed(db, actor);
      return null;
    },

    dismiss: async ({ db, actor, params, body, record }) => {
      const finding = await readFinding(db, actor.project, params.findingId);
      const { id, check } = finding;
      const by = actor.user.id;
      await changeState(db, { id }, { state: 'dismissed', by, ...body });
      if (body.reason === 'not-useful') await weighUse(db, actor.project.id, check);
      if (body.mutesSeries && check === 'unusual-day') {
        await muteSeries(db, finding, { projectId: actor.project.id, by });
      }
      await record({ action: 'finding.dismissed', target: id, details: { check, ...body } });
      return after(db, actor, id);
    },
    snooze: async ({ db, actor, params, body, record }) => {
      const { id, check } = await readFinding(db, actor.project, params.findingId);
      await changeState(db, { id }, { state: 'snoozed', by: actor.user.id, ...body });
      await record({ action: 'finding.snoozed', target: id, details: { check, ...body } });
      return after(db, actor, id);
    },
    reopen: async ({ db, actor, params, record }) => {
      const finding = await readFinding(db, actor.project, params.findingId);
      const { id, check } = finding;
      await changeState(db, { id }, { state: 'open', by: actor.user.id });
      if (check === 'unusual-day') await unmuteSeries(db, finding);
      await record({ action: 'finding.reopened', target: id, details: { check } });
      return after(db, actor, id);
    },
    hear: async ({ db, actor, params: { check }, record }) => {
      await hearAgain(db, { projectId: actor.project.id, check, by: actor.user.id });
      await record({ action: 'finding.check-heard', target: check });
      await changed(db, actor);
      return null;
    },
    assign: async ({ db, actor, params, body, record }) => {
      const { id, check, table } = await readFinding(db, actor.project, params.findingId);
      if (body.userId && !(await isMember(db, actor.project, body.userId))) {
        throw new Failure('E_NOT_FOUND', 'Nobody of this project.');
      }
      await setAssignee(db, id, body.userId);
      if (body.userId) {
        await tell(db, {
          to: { people: [body.userId] },
          except: actor.user.id,
          kind: 'finding.assigned',
          params: { by: actor.user.name, table: table ?? '' },
          projectId: actor.project.id,
          link: `/intelligence?projectId=${actor.project.id}`,
          about: id,
        });
      }
      await record({ action: 'finding.assigned', target: id, details: { check, ...body } });
      return after(db, actor, id);
    },

    previewFix: async ({ db, actor, params, signal }) => {
      const finding = await readFinding(db, actor.project, params.findingId);
      const { fix } = finding;
      if (!fix) throw new Failure('E_NOT_FOUND', 'There is no fix for this.');
      const opened = await openToFix(services, db, actor, finding.connectorId);
      const tried = await tryFix(services, opened, fix, signal);
      const { statement, undo, undoSeconds = 0, undoLock = null } = fix;
      const back = { undo, undoLock };
      const preview = {
        findingId: finding.id,
        statement,
        ...back,
        ...tried,
        isSlow: isSlow(tried),
      };
      return insertPreview(db, actor, { ...preview, undoSeconds });
    },
    applyFix: async ({ db, actor, params, body, signal, record }) => {
      const finding = await readFinding(db, actor.project, params.findingId);
      const opened = await openToFix(services, db, actor, finding.connectorId);
      const { id, statement, seconds } = await takePreview(db, actor, {
        findingId: finding.id,
        previewId: body.previewId,
      });
      const details = { check: finding.check, statement };
      if (seconds > WAITED_FOR_SECONDS) {
        await db.transaction(async (tx) => {
          await markRunning(tx, id, actor);
          await runs.enqueue(tx, fixRunOf(actor, finding, { id, statement }));
          await changed(tx, actor);
        });
        return readFix(db, finding.id, id);
      }
      const changeSetId = await runFix(services, { actor, opened, statement, signal }).catch(
        async (error: unknown) => {
          const isKnown = error instanceof Failure && error.code !== 'E_OUTCOME_UNKNOWN';
          if (isKnown) await forgetFix(db, id);
          throw error;
        },
      );
      await db.transaction(async (tx) => {
        await noteChangeSet(tx, id, changeSetId);
        await changeState(tx, finding, { state: 'fixed', by: actor.user.id });
        await record({ action: 'finding.fix-applied', target: finding.id, details }, tx);
        await changed(tx, actor);
      });
      return readFix(db, finding.id, id);
    },
    fixes: async ({ db, actor, params }) => {
      const { id } = await readFinding(db, actor.project, params.findingId);
      return listFixes(db, id);
    },
    undoFix: async ({ db, actor, params, body, signal, record }) => {
      const finding = await readFinding(db, actor.project, params.findingId);
      const fix = await readFix(db, finding.id, body.fixId);
      if (fix.undo === null || fix.undoneAt !== null || fix.isRunning)
        throw new Failure('E_NOT_FOUND', 'There is no way back.');
      const { id, undo: statement } = fix;
      const opened = await openToFix(services, db, actor, finding.connectorId);
      const isLong = fix.undoSeconds > WAITED_FOR_SECONDS;
      if (!isLong) await runFix(services, { actor, opened, statement, signal });
      await db.transaction(async (tx) => {
        if (isLong) {
          if (!(await beginUndo(tx, id))) throw new Failure('E_NOT_FOUND', 'There is no way back.');
          await markRunning(tx, id, actor);
          await runs.enqueue(tx, fixRunOf(actor, finding, { id, statement }));
        } else {
          await markUndone(tx, id);
          await changeState(tx, finding, { state: 'open', by: actor.user.id });
          const details = { check: finding.check, statement };
          await record({ action: 'finding.fix-undone', target: finding.id, details }, tx);
        }
        await changed(tx, actor);
      });
      return readFix(db, finding.id, fix.id);
    },
  });
}
