import { Failure } from '@causeway/contract/errors.ts';
import type { ImportProgress } from '@causeway/contract/imports/records.ts';
import { actFor } from '#platform/access/act-for.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import type { Run, RunKind, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { analyseFile } from './analyse.ts';
import { fileFor } from './file-of-import.ts';
import { beginImport, endImport, noteProgress, readImport, type StoredImport } from './queries.ts';
import { saveRejects } from './rejects.ts';
import { findEnding } from './settle.ts';
import { tell } from './tell.ts';
import { writeImport } from './writing/write-import.ts';

const TELL_MS = 1_000;
const shares = { places: 4, perPerson: 2, perProject: 3 };

/** Writing the rows of a file, and trying to: goes on behind the answer that started it. */
export function importRuns(services: Services): RunKind {
  const { db } = services;
  return {
    kind: 'import',
    ...shares,
    step: async (run, working) => {
      await carry(services, run, working);
      return 'ended';
    },
    // Never run again by itself: whether it took effect is found out, and its owner then decides.
    recover: async (run) => findEnding(services, run, await readImport(db, run.subjectId)),
    ended: async (tx, run, { outcome, failure }) => {
      const stored = await readImport(tx, run.subjectId);
      const { code, message, details } = failure ?? {};
      await endImport(tx, stored, {
        state: outcome,
        result: outcome === 'done' ? stored.result : null,
        error: code && message ? { code, message, ...(details && { details }) } : null,
      });
      await tell(services, stored, outcome);
    },
  };
}

/** Looking at all of a file. It is read again where its server was stopped: it changes nothing. */
export function analysisRuns(services: Services): RunKind {
  const { db } = services;
  return {
    kind: 'import-analysis',
    ...shares,
    step: async (run, working) => {
      const stored = await readImport(db, run.subjectId);
      const source = await fileFor(services, run, stored, working.signal);
      await analyseFile(services, stored, source, working);
      return 'ended';
    },
    recover: async () => 'again',
  };
}

/** As who asked for it, if they still may; tells how far it is. */
async function carry(services: Services, run: Run, working: Working): Promise<void> {
  const { db, logger, openedConnectors } = services;
  const stored = await beginImport(db, run);
  const { connectorId } = stored;
  const actor = await actFor(db, run, { action: 'sql.write', connectorId });
  const { connector, target } = await openedConnectors.sql(db, actor.project);
  if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  const progress: ImportProgress = {
    phase: 'reading',
    rowsRead: 0,
    bytesRead: 0,
    bytesTotal: stored.size ?? 0,
  };
  const stopping = stopUnlessCommitting(working, progress);
  const pulse = setInterval(() => {
    const { bytesRead, bytesTotal, phase } = progress;
    working.tell({ done: bytesRead, total: bytesTotal, phase });
    noteProgress(db, stored, progress).catch((error: unknown) => {
      logger.warn({ err: error }, 'import could not tell its progress');
    });
    void tell(services, stored, 'running');
  }, TELL_MS);
  try {
    const source = await fileFor(services, run, stored, stopping);
    const ended = await writeImport(services, {
      stored,
      target,
      source,
      progress,
      signal: stopping,
    });
    await saveRejects(db, stored.id, ended.rejects);
    if (ended.state !== 'done') await endImport(db, stored, ended);
    if (ended.result.createdTable) await forgetCatalog(services, connectorId);
    await tell(services, stored, ended.state);
  } finally {
    clearInterval(pulse);
  }
}

/** What is being committed can't be stopped any more, only be told how it went. */
function stopUnlessCommitting({ signal }: Working, progress: ImportProgress): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    if (progress.phase !== 'committing') stopping.abort(signal.reason);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return stopping.signal;
}

export function runOf(stored: StoredImport, kind: 'import' | 'import-analysis', title: string) {
  const { id, projectId, connectorId, startedBy } = stored;
  return { kind, subjectId: id, projectId, connectorId, userId: startedBy?.id ?? null, title };
}
