import { Failure } from '@causeway/contract/errors.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { viewRoutes } from '@causeway/contract/storage/view.ts';
import { findLinkReader } from '#platform/access/link-reader.ts';
import { type LinkHolder, linkHolderOf } from '#platform/access/actor.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { onBehalfOf, type Party } from '#platform/limits/party.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage } from '../call.ts';
import { dispositionOf, serveObject } from '../objects/serve-object.ts';
import { readObjectLink } from './object-link.ts';
import { zipShares } from './shares.ts';
import type { Thumbnails } from './thumbnails.ts';
import { readGrant } from './view-address.ts';
import { findZip, insertZip, streamZip, zipName } from './zip.ts';

type Opened = { bucket: Bucket; party: Party };

/** Addresses that carry their own proof: who may still see is looked up each time. */
export function mountViews(
  mount: Mount,
  services: Services,
  { open, thumbnails }: { open: OpenStorage; thumbnails: Thumbnails },
): void {
  const { secrets, openedConnectors, buckets } = services;

  /** With the person it counts as: these addresses are opened without a session's header. */
  async function openFor(
    db: Db,
    { connectorId, ...holder }: LinkHolder & { connectorId: string },
  ): Promise<Opened> {
    const reader = await findLinkReader(db, holder, {
      action: 'storage.read',
      scope: 'storage:read',
      connectorId,
    });
    if (!reader) throw new Failure('E_TOKEN_EXPIRED');
    const { project } = reader;
    const { target } = await openedConnectors.s3(db, project);
    const party = { person: reader.user.id, project: project.id };
    return { bucket: openBucket(buckets, target), party };
  }

  mount('storageViews', viewRoutes, {
    view: async ({ db, params, query, headers, signal }) => {
      const viewer = readGrant(secrets, { ...params, ...query });
      const { bucket, party } = await openFor(db, { ...viewer, keyId: null });
      const { path, versionId, v, size, download } = query;
      if (size === undefined) {
        const isVersioned = v !== undefined;
        return serveObject(bucket, { path, versionId, download, isVersioned, headers, signal });
      }
      const wanted = { path, etag: v, versionId, size, signal };
      const { bytes, etag } = await onBehalfOf(party, () => thumbnails.read(bucket, wanted));
      return {
        headers: {
          'content-type': 'image/webp',
          'content-length': bytes.length,
          'content-security-policy': "sandbox; default-src 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': v === etag ? 'private, max-age=86400' : 'private, no-cache',
        },
        body: bytes,
      };
    },

    linked: async ({ db, query, headers, signal }) => {
      const link = readObjectLink(secrets, query.link);
      const { bucket } = await openFor(db, { ...link, sessionId: null });
      const { path, versionId, download } = link;
      return serveObject(bucket, { path, versionId, download, headers, signal });
    },

    viewUrls: async ({ body, ...given }) => {
      const { addresses } = open.reading(given);
      return body.paths.map((path) => ({ path, url: addresses.of({ path }) }));
    },

    picture: async ({ body: { path, size }, ...given }) => {
      const { signal } = given;
      const { bucket } = open.reading(given);
      const { bytes } = await thumbnails.read(bucket, { path, etag: undefined, size, signal });
      return { base64: bytes.toString('base64') };
    },

    prepareZip: async ({ body, ...given }) => {
      const call = open.reading(given);
      const holder = linkHolderOf(call.actor);
      const name = body.name ?? zipName(body.paths, call.bucket.name);
      const zip = await insertZip(call.db, {
        name,
        ...holder,
        paths: body.paths,
        connectorId: call.connector.id,
      });
      const signature = secrets.sign(zipText(zip.id));
      return { name, url: fillPath(viewRoutes.zip.path, { zipId: zip.id, signature }) };
    },

    zip: async ({ db, params, signal }) => {
      const isSigned = secrets.isSigned(zipText(params.zipId), params.signature);
      const zip = isSigned ? await findZip(db, params.zipId) : undefined;
      if (!zip) throw new Failure('E_TOKEN_EXPIRED');
      const { bucket, party } = await openFor(db, zip);
      const leave = await zipShares.take({ signal, party });
      const body = streamZip(bucket, zip.paths, signal);
      body.once('close', leave);
      return {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': dispositionOf('attachment', zip.name),
          'cache-control': 'private, no-store',
        },
        body,
      };
    },
  });
}

function zipText(zipId: string): string {
  return `storage zip\n${zipId}`;
}
