import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import type { Run, RunKind, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { failureOf, type OpenedExport } from './open-export.ts';
import { beginExport, endExport, noteCounts, readExport, type StoredExport } from './queries.ts';
import { targetOf } from './source.ts';
import { writeToBucket } from './to-bucket.ts';
import { keep } from './to-kept.ts';

const TELL_MS = 1_000;

/** Exports that are written somewhere behind the answer that started them. */
export function exportRuns(services: Services): RunKind {
  const { db } = services;
  return {
    kind: 'export',
    places: 4,
    perPerson: 2,
    perProject: 3,
    step: async (run, working) => {
      const stored = await beginExport(db, run);
      await carry(services, stored, working, () => open(services, run, stored, working.signal));
      return 'ended';
    },
    // A kept file is a copy nobody has seen yet: begun anew, it harms nobody. What was half written
    // into a bucket or a browser is not tried again behind anybody's back.
    recover: async (run) => {
      const { destination } = await readExport(db, run.subjectId);
      if (destination.kind === 'kept') return 'again';
      const failure = new Failure('E_UNAVAILABLE', 'The server that wrote it was stopped.');
      return { outcome: 'failed', failure };
    },
    ended: async (tx, run, ending) => {
      const stored = await endExport(tx, run, ending);
      await tell(services, tx, stored);
    },
  };
}

/** As who asked for it, if they still may. */
async function open(
  services: Services,
  run: Run,
  stored: StoredExport,
  signal: AbortSignal,
): Promise<OpenedExport> {
  const { connectorId, destination } = stored;
  const actor = await actFor(services.db, run, { action: 'sql.read', connectorId });
  const opened = await services.openedConnectors.sql(services.db, actor.project);
  await refuseNow(services, stored, { opened, actor });
  const target = targetOf(stored.planned, opened);
  return destination.kind === 'kept'
    ? keep(services, { stored, target, signal })
    : writeToBucket(services, { run, stored, target, signal });
}

/** What somebody might ask for then may be too much for them now. */
export async function refuseNow(
  services: Services,
  { source }: StoredExport,
  asking: { opened: OpenedSql; actor: Pick<ProjectActor, 'project'> },
): Promise<void> {
  if (source.kind === 'query') await refuseTooPowerful(services, asking);
}

/** Tells how far it is while `take` moves the bytes, whose end is the export's end. */
export async function carry(
  services: Services,
  stored: StoredExport,
  working: Working,
  take: () => Promise<OpenedExport>,
): Promise<void> {
  const { db, logger } = services;
  let opened: OpenedExport | undefined;
  const note = async () => {
    const counts = { rows: opened?.rows() ?? 0, bytes: opened?.bytes() ?? 0 };
    working.tell({ done: counts.rows, total: stored.expectedRows });
    await noteCounts(db, stored, counts);
    await tell(services, db, { ...stored, state: 'running' });
  };
  const pulse = setInterval(() => {
    note().catch((error: unknown) => logger.warn({ err: error }, 'export could not tell'));
  }, TELL_MS);
  try {
    opened = await take();
    await opened.ended;
  } catch (error) {
    throw failureOf(error, working.signal);
  } finally {
    clearInterval(pulse);
    await note();
  }
}

async function tell(
  { events }: Services,
  on: Parameters<Services['events']['publish']>[0],
  { id, projectId, connectorId, state }: StoredExport,
): Promise<void> {
  const event = { type: 'exports.changed', projectId, connectorId, id, state } as const;
  await events.publish(on, { projectId }, event);
}
