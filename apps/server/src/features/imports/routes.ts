import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { importRoutes } from '@causeway/contract/imports.ts';
import { type ImportSource, PART_SIZE } from '@causeway/contract/import-records.ts';
import type { SentConnector } from '@causeway/contract/sql.ts';
import type { AuthorizedProject } from '#platform/access/caller.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { openS3Target, readConnector } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { beginAnalysis } from './analyse.ts';
import { fileNameOf, fileOf } from './file-of-import.ts';
import { analyseJob, defineImportJobs, runJob } from './jobs.ts';
import { previewFile } from './preview.ts';
import {
  cancelImport,
  deleteImport,
  insertImport,
  listImports,
  noteDroppedTable,
  queueRun,
  readImport,
  readImportOf,
  saveAnalysis,
  savePart,
  type StoredImport,
} from './queries.ts';
import { dropMadeTable } from './drop-table.ts';
import { deleteRecipe, listRecipes, saveRecipe, updateRecipe } from './recipes.ts';
import { listRejects, writeRejectsFile } from './rejects.ts';
import { readSettled } from './settle.ts';

export function mountImports(mount: Mount, services: Services): void {
  const { jobs, openedConnectors } = services;
  defineImportJobs(services);

  /** The stored connector has to be the one that was meant, and one that may be written to. */
  async function openForWriting(db: Db, project: AuthorizedProject, connector: SentConnector) {
    const opened = await openedConnectors.sql(db, project);
    checkSentConnector(opened.connector, connector);
    if (opened.connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
    return opened;
  }

  mount('imports', importRoutes, {
    create: async ({ body, db, project, caller }) => {
      const opened = await openForWriting(db, project, body.connector);
      const found = await lookAt(services, { db, project }, body.source);
      const connectorId = opened.connector.id;
      return insertImport(db, { project, connectorId, caller, source: body.source, ...found });
    },

    uploadPart: async ({ params, query, body, db, project }) => {
      refuseSecretsInUrl(query.connector);
      const stored = await readImportOf(db, project, params.importId);
      if (stored.state !== 'uploading' && stored.state !== 'ready') throw wrongState(stored);
      const content = await readPart(stored, params.part, body);
      return db.transaction((tx) => savePart(tx, stored, params.part, content));
    },

    list: async ({ query, db, project }) => {
      refuseSecretsInUrl(query.connector);
      const page = await listImports(db, project, query);
      return {
        ...page,
        items: await Promise.all(page.items.map((stored) => readSettled(services, stored))),
      };
    },

    show: async ({ params, query, db, project }) => {
      refuseSecretsInUrl(query.connector);
      return readSettled(services, await readImportOf(db, project, params.importId));
    },

    preview: async ({ params, body, db, project, signal }) => {
      const stored = await readImportOf(db, project, params.importId);
      const source = await fileOf(services, withWhatIsThere(stored), signal);
      return previewFile(source, fileNameOf(stored), body.read);
    },

    analyse: async ({ params, body, db, project }) => {
      const stored = await readImportOf(db, project, params.importId);
      if (stored.state === 'uploading') throw wrongState(stored);
      await saveAnalysis(db, stored.id, beginAnalysis(body.read));
      await jobs.enqueue(db, analyseJob, { importId: stored.id, read: body.read });
      return readImport(db, stored.id);
    },

    run: async ({ params, body, db, project, caller, request }) => {
      await openForWriting(db, project, body.connector);
      const found = await readImportOf(db, project, params.importId);
      const stored = await readSettled(services, found);
      const run = await queueRun(db, stored.id, { ...body, caller });
      if (run === undefined) throw wrongState(stored);
      await jobs.enqueue(db, runJob, { importId: stored.id, run });
      if (!body.dryRun) {
        const { target } = body.plan;
        await recordAct(
          db,
          { caller, request },
          {
            action: 'data.import',
            projectId: project.id,
            target: target.table,
            details: { connectorId: project.connector?.id, importId: stored.id, target },
          },
        );
      }
      return readImport(db, stored.id);
    },

    cancel: async ({ params, db, project, caller }) => {
      const stored = await readImportOf(db, project, params.importId);
      requireOwnWork({ caller, project }, stored.startedBy?.id);
      await cancelImport(db, stored.id);
      return readImport(db, stored.id);
    },

    remove: async ({ params, db, project, caller }) => {
      const stored = await readImportOf(db, project, params.importId);
      requireOwnWork({ caller, project }, stored.startedBy?.id);
      if (stored.state === 'queued' || stored.state === 'running') throw wrongState(stored);
      await deleteImport(db, stored.id);
      return null;
    },

    dropTable: async ({ params, body, db, project, caller, request, signal }) => {
      const opened = await openForWriting(db, project, body.connector);
      const stored = await readImportOf(db, project, params.importId);
      const made = stored.plan?.target;
      const { createdTable, droppedTable } = stored.result ?? {};
      if (stored.state !== 'done' || made?.kind !== 'new' || !createdTable || droppedTable) {
        throw wrongState(stored);
      }
      await dropMadeTable(services, opened.target, made, signal);
      await services.db.transaction(async (tx) => {
        await noteDroppedTable(tx, stored.id);
        const details = { connectorId: opened.connector.id, importId: stored.id };
        const act = {
          action: 'data.drop-table',
          projectId: project.id,
          target: made.table,
          details,
        };
        await recordAct(tx, { caller, request }, act);
      });
      await forgetCatalog(services, opened.connector.id);
      return readImport(services.db, stored.id);
    },

    rejects: async ({ params, query, db, project }) => {
      refuseSecretsInUrl(query.connector);
      const stored = await readImportOf(db, project, params.importId);
      return listRejects(db, stored.id, query);
    },

    rejectsFile: async ({ params, query, db, project }) => {
      refuseSecretsInUrl(query.connector);
      const stored = await readImportOf(db, project, params.importId);
      return {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="rejects.csv"',
          'cache-control': 'no-store',
        },
        body: writeRejectsFile(db, stored.id),
      };
    },

    listRecipes: ({ query, db, project }) => {
      refuseSecretsInUrl(query.connector);
      return listRecipes(db, project);
    },
    createRecipe: ({ body, db, project }) => saveRecipe(db, project, body),
    updateRecipe: ({ params, body, db, project }) => {
      return updateRecipe(db, project, params.recipeId, body);
    },
    removeRecipe: async ({ params, db, project }) => {
      await deleteRecipe(db, project, params.recipeId);
      return null;
    },
  });
}

function wrongState({ state }: StoredImport): Failure {
  return new Failure('E_IMPORT_STATE', `The import is ${state}.`, { state });
}

/** An upload is as large as it says; an object is asked, and must not change from then on. */
async function lookAt(
  { buckets, secrets }: Services,
  { db, project }: { db: Db; project: AuthorizedProject },
  source: ImportSource,
): Promise<{ size: number; etag: string | null }> {
  if (source.kind === 'upload') return { size: source.size, etag: null };
  if (!can(project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
  const storage = await readConnector(db, project, source.connectorId);
  const bucket = openBucket(buckets, openS3Target(secrets, storage));
  const { byteSize, etag } = await readHead(bucket, source.key);
  if (byteSize === 0) throw new Failure('E_IMPORT_UNREADABLE', 'The object is empty.');
  return { size: byteSize, etag };
}

/** A file can be looked at while it still arrives: as far as its first parts go. */
function withWhatIsThere(stored: StoredImport): StoredImport {
  if (stored.state !== 'uploading') return stored;
  const received = new Set(stored.partsReceived);
  let parts = 0;
  while (received.has(parts)) parts += 1;
  if (parts === 0) throw wrongState(stored);
  return { ...stored, size: Math.min(stored.size ?? 0, parts * PART_SIZE) };
}

async function readPart(
  { size }: StoredImport,
  part: number,
  body: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const start = part * PART_SIZE;
  const wanted = Math.min(PART_SIZE, (size ?? 0) - start);
  if (wanted <= 0) throw new Failure('E_VALIDATION', 'The file has no such part.');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > wanted) throw new Failure('E_BODY_TOO_LARGE');
    pieces.push(piece);
  }
  if (length < wanted) {
    throw new Failure('E_VALIDATION', `This part has ${wanted} bytes, ${length} came.`);
  }
  return Buffer.concat(pieces);
}
