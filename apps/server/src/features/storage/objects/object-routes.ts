import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Failure } from '@causeway/contract/errors.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { ReceivedForm } from '@causeway/contract/route.ts';
import { objectPath, storageRoutes } from '@causeway/contract/storage/objects.ts';
import { at } from '#platform/connectors/storage/bucket.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import { putStream } from '#platform/connectors/storage/put-stream.ts';
import { putBytes } from '#platform/connectors/storage/write.ts';
import { checkShape } from '#platform/operations/check-shape.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage } from '../call.ts';
import type { Changes } from '../changes.ts';
import { storedTypeOf } from './content-types.ts';
import { checkTransfers } from '../jobs/start.ts';
import { findFactsBeside } from './facts-beside.ts';
import { listFolder } from './listing.ts';
import type { WholeListings } from './whole-listings.ts';
import { readDetails, readJson, withCurrent } from './objects.ts';
import { isOnlyHere, makeObjectLink } from '../views/object-link.ts';
import { removeObject } from './remove-object.ts';
import { dispositionOf, protectionFor, serveObject } from './serve-object.ts';
import { listVersions } from './versions.ts';
import { writeObject, writeSlowly } from './write-object.ts';

type Parts = { open: OpenStorage; changes: Changes; wholes: WholeListings };

export function mountObjects(
  mount: Mount,
  { env, secrets }: Pick<Services, 'env' | 'secrets'>,
  { open, changes, wholes }: Parts,
): void {
  mount('storage', storageRoutes, {
    get: async ({ query, ...given }) => {
      const call = open.reading(given);
      if (query.path === '' || isFolder(query.path)) {
        return JSON.stringify(await listFolder(call, wholes, query));
      }
      return readJson(call, query.path).catch(async (error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'E_OBJECT_NOT_FOUND') throw error;
        // A folder is meant also where its slash was left out.
        const folder = await listFolder(call, wholes, { ...query, path: `${query.path}/` });
        if (folder.items.length === 0) throw error;
        return JSON.stringify(folder);
      });
    },

    list: async ({ query, ...given }) => {
      const call = open.reading(given);
      const path = query.path === '' || isFolder(query.path) ? query.path : `${query.path}/`;
      return JSON.stringify(await listFolder(call, wholes, { ...query, path }));
    },

    put: async ({ body: sent, ...given }) => {
      const { path, body, contentType, ifMatch, onlyIfNew } = sent;
      const call = open.writing(given, [path]);
      const bytes = bytesOf(body);
      const wish = { path, act: 'storage.object-written' as const, ifMatch, onlyIfNew };
      const { signal } = given;
      return writeObject(call, changes, wish, async () => ({
        byteSize: bytes.length,
        ...(await putBytes(call.bucket, path, bytes, {
          contentType: contentType ?? (isFolder(path) ? undefined : storedTypeOf(path)),
          ifMatch,
          onlyIfNew,
          ...(await findFactsBeside(call.bucket, { path, ifMatch, contentType, signal })),
        })),
      }));
    },

    remove: async ({ body, query, ...given }) => {
      const path = query.path ?? body?.path;
      if (path === undefined) {
        throw new Failure('E_VALIDATION', undefined, {
          fields: [{ path: 'query.path', message: 'Name an object' }],
        });
      }
      const wanted = {
        path,
        permanent: query.permanent ?? body?.permanent ?? false,
        ifMatch: query.ifMatch ?? body?.ifMatch,
      };
      const call = open.writing(given, [path]);
      return withCurrent(call, path, () => removeObject(call, changes, wanted));
    },

    upload: async ({ query, body, ...given }) => {
      const { path, file } = readUpload(query, body);
      const call = open.writing(given, [path]);
      const { signal } = given;
      const type = file.type === '' ? storedTypeOf(path) : file.type;
      const { onlyIfNew } = query;
      const wish = { path, act: 'storage.uploaded' as const, onlyIfNew };
      return writeSlowly(call, changes, wish, (atWriting) =>
        putStream(call.db, call.bucket, path, file.content, {
          contentType: type,
          onlyIfNew,
          signal,
          atWriting,
        }),
      );
    },

    copy: async ({ body, ...given }) => {
      const { from, to, onlyIfNew } = body;
      const call = open.writing(given, [from, to]);
      checkTransfers([{ from, to }]);
      return writeObject(call, changes, { path: to, act: 'storage.object-copied', onlyIfNew }, () =>
        copyObject(call.db, call.bucket, { from, to }, { onlyIfNew }),
      );
    },

    signedUrl: async ({ body, record, ...given }) => {
      const { path, expiresIn, download, versionId } = body;
      refuseDots(path);
      const { bucket, connector, db, actor } = open.reading(given);
      const end = Date.now() + expiresIn * 1_000;
      const disposition = dispositionOf(download ? 'attachment' : 'inline', objectName(path));
      const command = new GetObjectCommand({
        ...at(bucket, path),
        VersionId: versionId,
        ResponseContentDisposition: disposition,
      });
      const object = { connectorId: connector.id, path, versionId, download, end };
      const url = isOnlyHere(given.opened.target.config.endpoint)
        ? env.publicUrl + makeObjectLink(secrets, actor, object)
        : await getSignedUrl(bucket.client, command, { expiresIn });
      const details = { path, expiresIn };
      await db.transaction((tx) =>
        record({ action: 'storage.link-signed', target: connector.id, details }, tx),
      );
      return { url, expiresAt: new Date(end).toISOString() };
    },

    content: async ({ query, headers, signal, ...given }) => {
      const call = open.reading({ ...given, signal });
      const { path, versionId } = query;
      const answer = await serveObject(call.bucket, { path, versionId, headers, signal });
      return { ...answer, headers: { ...answer.headers, ...protectionFor(path, null, true) } };
    },

    putContent: async ({ query, body, headers, ...given }) => {
      const { path, ifMatch, onlyIfNew } = query;
      const call = open.writing(given, [path]);
      const { signal } = given;
      const contentType = headers['content-type'];
      const wish = { path, act: 'storage.object-written' as const, ifMatch, onlyIfNew };
      return writeSlowly(call, changes, wish, async (atWriting) =>
        putStream(call.db, call.bucket, path, body ?? [], {
          contentType: contentType ?? storedTypeOf(path),
          ifMatch,
          onlyIfNew,
          ...(await findFactsBeside(call.bucket, { path, ifMatch, contentType, signal })),
          signal,
          atWriting,
        }),
      );
    },

    details: async ({ query, ...given }) => {
      return readDetails(open.reading(given), query.path);
    },

    versions: async ({ query, ...given }) => {
      return listVersions(open.reading(given), query.path);
    },

    restoreVersion: async ({ body, ...given }) => {
      const { path, versionId } = body;
      const call = open.writing(given, [path]);
      return writeObject(call, changes, { path, act: 'storage.version-restored' }, () =>
        copyObject(call.db, call.bucket, { from: path, to: path }, { versionId }),
      );
    },
  });
}

/** Whoever opens an address resolves `.` and `..` first, and then the signature is for another one. */
function refuseDots(path: string): void {
  if (!path.split('/').some((part) => part === '.' || part === '..')) return;
  throw new Failure(
    'E_VALIDATION',
    'No browser can open a link to a name of dots. Download it here.',
  );
}

/** Text as it is, nothing as nothing, anything else as JSON. */
function bytesOf(body: unknown): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`);
}

/** What the address says counts; what it leaves out stands in the form, in front of the file. */
function readUpload(query: { path?: string | undefined }, form: ReceivedForm | undefined) {
  if (!form) {
    throw new Failure(
      'E_UNSUPPORTED_MEDIA_TYPE',
      'Send multipart/form-data with one field named file.',
    );
  }
  const { file } = form;
  if (!file) throw new Failure('E_UPLOAD_FIELD');
  const given = checkShape(objectPath, query.path ?? form.path ?? '');
  if (!given.success) throw new Failure('E_VALIDATION');
  const isInto = given.data === '' || isFolder(given.data);
  const path = isInto ? given.data + objectName(file.name) : given.data;
  if (path === '' || isFolder(path)) {
    throw new Failure('E_UPLOAD_FIELD', 'The file needs a name.');
  }
  return { path, file };
}
