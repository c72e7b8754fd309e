import { checks, type Check } from '@causeway/contract/intelligence/checks.ts';
import { actFor } from '#platform/access/act-for.ts';
import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import { readConnector } from '#platform/connectors/stored.ts';
import { inspectRole } from '#platform/connectors/sql/safety.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListDependents } from '#platform/queries/dependent.ts';
import type { Run, RunKind, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { readPicture } from '../catalog/read-picture.ts';
import type { Candidate } from '../checks/candidate.ts';
import { powerfulRole } from '../checks/doors.ts';
import { judgePicture } from '../checks/judge-picture.ts';
import { lookAtPlans } from '../checks/look-at-plans.ts';
import { readSlowStatements } from '../checks/statements.ts';
import { scanFiles } from '../files/scan-files.ts';
import { lookAtDrift } from '../drift/look-at-drift.ts';
import { lookAtTable, type TableLook } from '../rows/look-at-table.ts';
import { usualGaps } from '../rows/usual-gaps.ts';
import { keepFindings, listToldGaps } from '../findings.ts';
import { noteClean, noteInTime, noteNoLonelyStates, noteWithoutTable } from '../over.ts';
import { judgeRhythms } from '../measures/late.ts';
import { withoutMuted } from '../quiet.ts';
import { readTimeZone } from '../schedules.ts';
import { tellNewFindings } from '../telling.ts';
import {
  beginScan,
  endScan,
  keepQueue,
  movePosition,
  type QueuedTable,
  type StoredScan,
} from '../scans.ts';
import {
  forgetTablesBefore,
  keepProfile,
  keepTables,
  listKnownTables,
  listProfiles,
  listRhythms,
} from '../tables.ts';
import { orderTables } from './order.ts';
import { isOfTable, type ScanSession, withScanSession } from './session.ts';

/** The database's time a scan may take; tables that are left come first the next time. */
const SCAN_MS = 10 * 60_000;
/** After so long others get the place; a scan goes on at its next table. */
const SLICE_MS = 60_000;
const TELL_MS = 1_000;

/** Checks that read catalogs only, so that every scan says all of them of all tables. */
const ofCatalog = new Set<Check>([
  'key-without-index',
  'same-index',
  'unused-index',
  'broken-index',
  'running-out',
  'unproven',
  'risky-types',
  'waste',
  'transaction-age',
  'powerful-role',
  'public-grants',
  'row-security-off',
  'row-security-missing',
  'no-key',
]);
const catalogChecks = [...ofCatalog];
/** Said of the whole database, each at its own time. */
const ofWhole = new Set<Check>(['drift', 'late', 'slow', 'missing-index']);
const dataChecks = checks.filter((check) => !ofCatalog.has(check) && !ofWhole.has(check));

/**
 * A look at a database, in two stages. The catalogs of all tables come first; then tables one by one,
 * in the order of what they are worth, each written down before the next begins. One that broke off is
 * begun again at its table.
 */
export function scanRuns(services: Services, listDependents: readonly ListDependents[]): RunKind {
  return {
    kind: 'scan',
    places: 2,
    perPerson: 2,
    perProject: 2,
    step: (run, working) => scanSlice({ services, listDependents }, run, working),
    recover: async () => 'again',
    ended: async (tx, run, { outcome, failure }) => {
      const { code, message } = failure ?? {};
      await endScan(tx, run.subjectId, {
        state: outcome,
        error: code && message ? { code, message } : null,
      });
      const { projectId, connectorId, subjectId: scanId } = run;
      if (outcome === 'done' && connectorId) {
        await tellNewFindings(tx, { projectId, connectorId, scanId });
      }
      await services.events.publish(tx, { projectId }, { type: 'intelligence.changed', projectId });
    },
  };
}

/** What a scan works with besides its own tables. */
type Equipped = { services: Services; listDependents: readonly ListDependents[] };

type Looking = Equipped & {
  scan: StoredScan;
  session: ScanSession;
  picture: Picture;
  timeZone: string;
  /** The role for readers it is read as. */
  readAs: string | null;
};

async function scanSlice(
  equipped: Equipped,
  run: Run,
  working: Working,
): Promise<'ended' | 'more'> {
  const { services } = equipped;
  const { db, databases, openedConnectors } = services;
  const scan = await beginScan(db, run.subjectId);
  const actor = await actFor(db, run, { action: 'sql.read', connectorId: scan.connectorId });
  const { implementation } = await readConnector(db, actor.project, scan.connectorId);
  if (implementation === 's3') return scanFiles({ services, scan, actor, working });
  const opened = await openedConnectors.sql(db, actor.project);
  // What is kept is shown to all who may read, so it is read as they would read.
  const { target } = asReader(opened);
  return withScanSession(databases, target, working.signal, async (session) => {
    const picture = await readPicture(session);
    const timeZone = await readTimeZone(db, scan.projectId);
    const readAs = target.readerRole ?? null;
    const looking = { ...equipped, scan, session, picture, timeZone, readAs };
    const { signal } = working;
    const queue = scan.queue ?? (await lookAtCatalogs(looking, opened, signal));
    const outcome = await lookAtTables(looking, queue, working);
    if (outcome === 'ended') {
      await lookAtRhythms(looking);
      const place = { connectorId: scan.connectorId, scanId: scan.id };
      if (!scan.onlyTables) await noteWithoutTable(db, place, [...dataChecks, 'late']);
    }
    return outcome;
  });
}

async function lookAtCatalogs(
  looking: Looking,
  opened: OpenedSql,
  signal: AbortSignal,
): Promise<QueuedTable[]> {
  const { services, scan, session, picture, readAs } = looking;
  const { db, databases } = services;
  const { connectorId, id: scanId } = scan;
  const known = await listKnownTables(db, connectorId);
  const candidates = [
    ...judgePicture(picture),
    ...(await readSlowStatements(session)),
    ...(await lookAtDrift({ ...looking, opened, signal, known })),
    ...(await lookAtPlans({ ...looking, opened })),
  ];
  const { role, findings } = await inspectRole(databases, opened.target);
  if (findings.some(({ code }) => code === 'superuser'))
    candidates.push(powerfulRole(role, connectorId));
  const found = await keepFindings(db, { ...scan, scanId, readAs }, capped(candidates));
  await noteClean(
    db,
    { connectorId, scanId },
    { checks: [...catalogChecks, 'slow', 'drift', 'missing-index'] },
  );
  await keepTables(db, scan, picture);
  await forgetTablesBefore(db, connectorId, scan.queuedAt);
  const wanted = chooseTables(picture, scan);
  const readable = wanted.filter(({ isReadable }) => isReadable);
  const queue = orderTables(readable, known);
  await keepQueue(db, scanId, {
    queue,
    tables: wanted.length,
    unreadable: wanted.length - readable.length,
  });
  await movePosition(db, scanId, { position: 0, looked: 0, left: 0, found, spentMs: 0 });
  await tellBrowsers(looking);
  return queue;
}

/** Only of tables this very scan looked at: an import into one says nothing of when others got rows. */
async function lookAtRhythms({ services: { db }, scan, readAs }: Looking): Promise<void> {
  const { connectorId, id: scanId, queuedAt: since } = scan;
  const late = judgeRhythms(await listRhythms(db, { connectorId, readAs, since }));
  await keepFindings(db, { ...scan, scanId, readAs }, late);
  await noteInTime(db, { connectorId, scanId }, { since, isAll: scan.onlyTables === null });
}

/** More of one kind says nothing more. */
const MOST_OF_A_CHECK = 200;

function capped(candidates: readonly Candidate[]): Candidate[] {
  return [...Map.groupBy(candidates, ({ check }) => check).values()].flatMap((ofCheck) =>
    ofCheck.toSorted((one, other) => other.size - one.size).slice(0, MOST_OF_A_CHECK),
  );
}

function chooseTables({ tables }: Picture, { onlyTables }: StoredScan): SeenTable[] {
  if (!onlyTables) return tables;
  const only = new Set(onlyTables.map(([schema, name]) => `${schema}\0${name}`));
  return tables.filter(({ schema, name }) => only.has(`${schema}\0${name}`));
}

async function lookAtTables(
  looking: Looking,
  queue: readonly QueuedTable[],
  working: Working,
): Promise<'ended' | 'more'> {
  const { services, scan, session, picture } = looking;
  const byName = new Map(picture.tables.map((table) => [`${table.schema}\0${table.name}`, table]));
  const until = Date.now() + SLICE_MS;
  let { position, spentMs } = scan;
  let told = Date.now();
  for (; position < queue.length; position += 1) {
    working.tell({ done: position, total: queue.length });
    if (Date.now() > until) return 'more';
    if (spentMs > SCAN_MS) {
      const left = queue.length - position;
      const moved = { position: queue.length, looked: 0, left, found: 0, spentMs: 0 };
      await movePosition(services.db, scan.id, moved);
      return 'ended';
    }
    const before = session.spentMs();
    const [schema = '', name = ''] = queue[position] ?? [];
    const table = byName.get(`${schema}\0${name}`);
    if (table) await lookAt(looking, table, position);
    if (Date.now() - told > TELL_MS) {
      told = Date.now();
      await tellBrowsers(looking);
    }
    spentMs += session.spentMs() - before;
  }
  return 'ended';
}

async function lookAt(looking: Looking, table: SeenTable, position: number): Promise<void> {
  const { services, scan, session, picture, timeZone, readAs } = looking;
  const { db } = services;
  const { projectId, connectorId, id: scanId } = scan;
  const place = { projectId, connectorId, schema: table.schema, table: table.name, readAs };
  const began = session.spentMs();
  const usual = usualGaps(await listProfiles(db, place), await listToldGaps(db, place));
  const look = await lookAtTable(session, { picture, table, usual, timeZone }).catch(
    (error: unknown) => {
      if (isOfTable(error)) return undefined;
      throw error;
    },
  );
  await db.transaction(async (tx) => {
    const candidates = look ? await withoutMuted(tx, place, look.candidates) : [];
    const found = await keepFindings(tx, { ...place, scanId }, candidates);
    if (look) {
      await noteNotFound(tx, { connectorId, scanId }, { ...place, look });
      await keepProfile(tx, place, look);
    }
    await movePosition(tx, scanId, {
      position: position + 1,
      looked: look ? 1 : 0,
      left: look ? 0 : 1,
      found,
      spentMs: session.spentMs() - began,
    });
  });
}

type LookedAt = { schema: string; table: string; look: TableLook };

/** What was asked and is not there; of what was not asked nothing is known. */
async function noteNotFound(
  tx: Tx,
  scan: { connectorId: string; scanId: string },
  { schema, table, look: { asked, unaskedParents } }: LookedAt,
): Promise<void> {
  for (const [share, same] of Map.groupBy(asked, ([, shareOfCheck]) => shareOfCheck)) {
    const checksOfShare = same.map(([check]) => check);
    await noteClean(tx, scan, { checks: checksOfShare, schema, table, share });
  }
  if (unaskedParents === 'all') return;
  const unasked = unaskedParents.map(({ name }) => name);
  await noteNoLonelyStates(tx, scan, { child: table, unasked });
}

async function tellBrowsers({ services, scan }: Looking): Promise<void> {
  const { projectId } = scan;
  await services.events.publish(
    services.db,
    { projectId },
    { type: 'intelligence.changed', projectId },
  );
}
