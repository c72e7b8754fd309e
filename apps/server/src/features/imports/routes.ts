import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { type ImportSource, PART_SIZE } from '@causeway/contract/imports/records.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { requireScope } from '#platform/access/authorize.ts';
import { requireOwnWork } from '#platform/access/own-work.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { openS3Target, readConnector } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { beginAnalysis } from './analyse.ts';
import { fileNameOf, fileOf } from './file-of-import.ts';
import { analysisRuns, importRuns, runOf } from './import-runs.ts';
import { requireItsRows, toldOf } from './its-rows.ts';
import { previewFile } from './preview.ts';
import {
  cancelUpload,
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
import { requireRoomForPart, reserveRoom } from './room.ts';
import { defineImportUpkeep } from './upkeep.ts';

export function mountImports(mount: Mount, services: Services): void {
  const { runs } = services;
  runs.define(importRuns(services));
  runs.define(analysisRuns(services));
  defineImportUpkeep(services);

  mount('imports', importRoutes, {
    create: async ({ body, db, actor, opened }) => {
      const { source } = body;
      const found = await lookAt(services, { db, actor }, source);
      if (source.kind === 'upload') {
        await reserveRoom(services, db, { projectId: actor.project.id, ...found });
      }
      const connectorId = opened.connector.id;
      return insertImport(db, { connectorId, actor, source, ...found });
    },

    uploadPart: async ({ params, body, db, actor }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      if (stored.state !== 'uploading' && stored.state !== 'ready') throw wrongState(stored);
      const content = await readPart(stored, params.part, body);
      await requireRoomForPart(services, stored, params.part);
      return db.transaction((tx) => savePart(tx, stored, params.part, content));
    },

    list: async ({ query, db, actor, opened }) => {
      const page = await listImports(db, actor.project, query);
      return { ...page, items: page.items.map((one) => toldOf({ actor, opened }, one)) };
    },

    show: async ({ params, db, actor, opened }) =>
      toldOf({ actor, opened }, await readImportOf(db, actor.project, params.importId)),

    preview: async ({ params, body, db, signal, actor, opened }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireItsRows({ actor, opened }, stored);
      const source = await fileOf(services, actor, withWhatIsThere(stored), signal);
      return previewFile(source, fileNameOf(stored), body.read);
    },

    analyse: async ({ params, body, db, actor, opened }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireItsRows({ actor, opened }, stored);
      if (stored.state === 'uploading') throw wrongState(stored);
      await saveAnalysis(db, stored.id, beginAnalysis(body.read));
      await runs.cancel(db, 'import-analysis', stored.id);
      await runs.enqueue(db, runOf(stored, 'import-analysis', fileNameOf(stored)));
      return readImport(db, stored.id);
    },

    run: async ({ params, body, db, actor, record }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      const run = await queueRun(db, stored.id, { ...body, actor });
      if (run === undefined) throw wrongState(stored);
      const asked = runOf(stored, 'import', fileNameOf(stored));
      await runs.enqueue(db, { ...asked, userId: actor.user.id });
      if (!body.dryRun) {
        const { target } = body.plan;
        await record({
          action: 'data.import',
          target: target.table,
          details: { connectorId: actor.project.connector?.id, importId: stored.id, target },
        });
      }
      return readImport(db, stored.id);
    },

    cancel: async ({ params, db, actor, opened }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireOwnWork(actor, stored.startedBy?.id);
      await db.transaction(async (tx) => {
        await cancelUpload(tx, stored.id);
        await runs.cancel(tx, 'import', stored.id);
      });
      return toldOf({ actor, opened }, await readImport(db, stored.id));
    },

    remove: async ({ params, db, actor }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireOwnWork(actor, stored.startedBy?.id);
      if (stored.state === 'queued' || stored.state === 'running') throw wrongState(stored);
      await deleteImport(db, stored.id);
      return null;
    },

    dropTable: async ({ params, db, actor, opened, signal, record }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      const made = stored.plan?.target;
      const { createdTable, droppedTable } = stored.result ?? {};
      if (stored.state !== 'done' || made?.kind !== 'new' || !createdTable || droppedTable) {
        throw wrongState(stored);
      }
      await dropMadeTable(services, opened.target, made, signal);
      await services.db.transaction(async (tx) => {
        await noteDroppedTable(tx, stored.id);
        const details = { connectorId: opened.connector.id, importId: stored.id };
        await record({ action: 'data.drop-table', target: made.table, details }, tx);
      });
      await forgetCatalog(services, opened.connector.id);
      return readImport(services.db, stored.id);
    },

    rejects: async ({ params, query, db, actor, opened }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireItsRows({ actor, opened }, stored);
      return listRejects(db, stored.id, query);
    },

    rejectsFile: async ({ params, db, actor, opened }) => {
      const stored = await readImportOf(db, actor.project, params.importId);
      requireItsRows({ actor, opened }, stored);
      return {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="rejects.csv"',
          'cache-control': 'no-store',
        },
        body: writeRejectsFile(db, stored.id),
      };
    },

    listRecipes: ({ db, actor }) => {
      return listRecipes(db, actor.project);
    },
    createRecipe: ({ body, db, actor }) => saveRecipe(db, actor.project, body),
    updateRecipe: ({ params, body, db, actor }) => {
      return updateRecipe(db, actor.project, params.recipeId, body);
    },
    removeRecipe: async ({ params, db, actor }) => {
      await deleteRecipe(db, actor.project, params.recipeId);
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
  { db, actor }: { db: Db; actor: ProjectActor },
  source: ImportSource,
): Promise<{ size: number; etag: string | null }> {
  if (source.kind === 'upload') return { size: source.size, etag: null };
  const { project } = actor;
  if (!can(project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
  requireScope(actor, 'storage:read', source.connectorId);
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
