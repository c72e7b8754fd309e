import type { z } from 'zod';
import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { exportRoutes, type ExportSource } from '@causeway/contract/exports.ts';
import { linkHolderOf, type ProjectActor } from '#platform/access/actor.ts';
import { requireScope } from '#platform/access/authorize.ts';
import { findLinkReader } from '#platform/access/link-reader.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import type { Act } from '#platform/audit/audit.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { withoutWords } from '#platform/connectors/without-words.ts';
import { readConnector } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { estimateExport } from './estimate.ts';
import { carry, exportRuns, refuseNow } from './export-run.ts';
import { fileHeaders, fileNameOf } from './files.ts';
import { checkSpace, deleteKeptFile, readKeptFile } from './kept-files.ts';
import { openExport } from './open-export.ts';
import {
  cancelUnused,
  claimDownload,
  claimKeptFile,
  deleteExport,
  giveTicket,
  insertExport,
  listExports,
  readExportOf,
  type StoredExport,
} from './queries.ts';
import { planSource, targetOf } from './source.ts';
import { defineExportUpkeep } from './upkeep.ts';

type Destination = z.output<typeof exportRoutes.create.body>['destination'];

/** Who asks, and of which database. */
type Asking = { opened: OpenedSql; actor: ProjectActor };

export function mountExports(mount: Mount, services: Services): void {
  const { databases, logger, runs } = services;
  runs.define(exportRuns(services));
  defineExportUpkeep(services);

  const plan = (asking: Asking, { source }: { source: ExportSource }) =>
    planSource(services, asking, source);

  mount('exports', exportRoutes, {
    estimate: async ({ body, opened, actor }) => {
      const planned = await plan({ opened, actor }, body);
      const { columns, rows } = await estimateExport(databases, opened.target, planned);
      return {
        columns: columns.map(({ name, exactType }) => ({ name, type: exactType })),
        rows,
        fileName: fileNameOf(planned.name, body.file),
      };
    },

    stream: async ({ body, signal, db, opened, actor, record }) => {
      const planned = await plan({ opened, actor }, body);
      const act = actOf(opened, planned.name, body.file.format, 'stream');
      await db.transaction((tx) => record(act, tx));
      const opening = { source: planned, file: body.file, signal };
      const file = await openExport(databases, opened.target, opening);
      file.ended.catch((error: unknown) => logger.info({ err: error }, 'export ended early'));
      return { headers: fileHeaders(fileNameOf(planned.name, body.file), body.file), ...file };
    },

    create: async ({ body, db, opened, actor, record }) => {
      const planned = await plan({ opened, actor }, body);
      await checkDestination(db, actor, body.destination);
      const { rows } = await estimateExport(databases, opened.target, planned);
      const ticket = body.destination.kind === 'download' ? makeToken() : undefined;
      const stored = await insertExport(db, {
        connectorId: opened.connector.id,
        actor,
        source: body.source,
        file: body.file,
        destination: body.destination,
        planned,
        fileName: fileNameOf(planned.name, body.file),
        expectedRows: rows,
        ticketHash: ticket?.hash ?? null,
      });
      await record(actOf(opened, planned.name, body.file.format, body.destination.kind));
      if (!ticket) await runs.enqueue(db, runOf(stored));
      return { ...stored, downloadPath: ticket ? downloadPath(stored, ticket.token) : null };
    },

    download: async ({ params, query, db, signal }) => {
      const ticketHash = hashToken(query.ticket);
      const stored = await claimDownload(db, params.exportId, ticketHash);
      if (stored) {
        // A ticket is fetched without a session: it counts as who asked for it.
        const { startedBy, projectId: project, keyId } = stored;
        const party = { person: startedBy?.id ?? stored.id, project, key: keyId ?? undefined };
        return onBehalfOf(party, () => download(services, stored, signal));
      }
      const kept = await claimKeptFile(db, params.exportId, ticketHash);
      if (!kept) throw new Failure('E_EXPORT_NOT_FOUND');
      return serveKeptFile(services, kept);
    },

    ticket: async ({ params, db, actor }) => {
      const stored = await readExportOf(db, actor.project, params.exportId);
      const { token, hash } = makeToken();
      // A file may hold what others of the project were not allowed to ask for.
      const isOwn = stored.startedBy?.id === actor.user.id;
      const given = { ticketHash: hash, ...linkHolderOf(actor) };
      if (!isOwn || !(await giveTicket(db, stored, given))) throw new Failure('E_EXPORT_NOT_FOUND');
      return { downloadPath: downloadPath(stored, token) };
    },

    list: async ({ query, db, opened, actor }) => {
      const page = await listExports(db, actor.project, query);
      return { ...page, items: page.items.map((stored) => toldOf({ opened, actor }, stored)) };
    },

    show: async ({ params, db, opened, actor }) => {
      return toldOf({ opened, actor }, await readExportOf(db, actor.project, params.exportId));
    },

    cancel: async ({ params, db, actor }) => {
      const stored = await readExportOf(db, actor.project, params.exportId);
      requireOwnWork(actor, stored.startedBy?.id);
      await db.transaction(async (tx) => {
        await cancelUnused(tx, stored.id);
        await runs.cancel(tx, 'export', stored.id);
      });
      return readExportOf(db, actor.project, stored.id);
    },

    remove: async ({ params, db, actor }) => {
      const stored = await readExportOf(db, actor.project, params.exportId);
      requireOwnWork(actor, stored.startedBy?.id);
      if (stored.state === 'queued' || stored.state === 'running') {
        throw new Failure('E_VALIDATION', 'Cancel it first.');
      }
      await deleteKeptFile(db, stored.id);
      await deleteExport(db, stored.id);
      return null;
    },
  });
}

function downloadPath({ id }: StoredExport, ticket: string): string {
  return `/api/exports/v1/exports/${id}/file?ticket=${ticket}`;
}

/** The ticket stands for who got it: what they may not do any more, it can't either. */
async function findReader(db: Db, stored: StoredExport) {
  const reader = await findLinkReader(db, stored, {
    action: 'sql.read',
    scope: 'data:read',
    connectorId: stored.connectorId,
  });
  if (!reader) throw new Failure('E_EXPORT_NOT_FOUND');
  return reader.project;
}

async function serveKeptFile({ db }: Services, stored: StoredExport): Promise<FileAnswer> {
  await findReader(db, stored);
  const headers = { ...fileHeaders(stored.fileName, stored.file), 'content-length': stored.bytes };
  return { headers, body: readKeptFile(db, stored) };
}

/** Carried by the request that fetches it; told and cancelled like any other run. */
async function download(
  services: Services,
  stored: StoredExport,
  gone: AbortSignal,
): Promise<FileAnswer> {
  const { db, databases, openedConnectors, runs } = services;
  const answered = Promise.withResolvers<FileAnswer>();
  await runs.runHere(runOf(stored), async (_run, working) => {
    const signal = AbortSignal.any([gone, working.signal]);
    const take = async () => {
      const project = await findReader(db, stored);
      const opened = await openedConnectors.sql(db, project);
      await refuseNow(services, stored, { opened, actor: { project } });
      const target = targetOf(stored.planned, opened);
      const opening = { source: stored.planned, file: stored.file, signal };
      const file = await openExport(databases, target, opening);
      answered.resolve({ headers: fileHeaders(stored.fileName, stored.file), body: file.body });
      return file;
    };
    await carry(services, stored, { ...working, signal }, take).catch((error: unknown) => {
      answered.reject(error);
      throw error;
    });
    return 'ended';
  });
  return answered.promise;
}

/** Who works as a role for readers hears of exports of others what failed, and no words of rows. */
function toldOf({ opened, actor }: Asking, stored: StoredExport): StoredExport {
  const isTheirs = stored.startedBy?.id === actor.user.id;
  if (isTheirs || opened.target.readerRole === undefined || !stored.error) return stored;
  return { ...stored, error: withoutWords(stored.error) };
}

function runOf({ id, projectId, connectorId, startedBy, fileName }: StoredExport) {
  const userId = startedBy?.id ?? null;
  return { kind: 'export', subjectId: id, projectId, connectorId, userId, title: fileName };
}

async function checkDestination(
  db: Db,
  actor: ProjectActor,
  destination: Destination,
): Promise<void> {
  const { project } = actor;
  if (destination.kind === 'download') return;
  if (destination.kind === 'kept') return checkSpace(db, project.id);
  if (!can(project.role, 'storage.write')) throw new Failure('E_FORBIDDEN');
  requireScope(actor, 'storage:write', destination.connectorId);
  const storage = await readConnector(db, project, destination.connectorId);
  if (storage.implementation !== 's3') throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
  if (storage.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
}

function actOf({ connector }: OpenedSql, name: string, format: string, to: string): Act {
  return {
    action: 'data.export',
    target: name,
    details: { connectorId: connector.id, format, to },
  };
}
