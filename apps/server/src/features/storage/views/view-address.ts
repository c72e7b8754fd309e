import { Failure } from '@causeway/contract/errors.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { viewRoutes } from '@causeway/contract/storage/view.ts';
import type { Actor } from '#platform/access/actor.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/**
 * Browsers load pictures and films without our header, so their addresses carry the proof instead: a
 * grant (session, connector, end) and a signature over grant and object. The session and the member's
 * role are looked up when the address is used, so that it stops working with them.
 */
export type Viewer = { sessionId: string; connectorId: string };
export type Viewed = { path: string; etag?: string | null; versionId?: string | null };

export type Addresses = { of(object: Viewed): string };

const HOUR = 3600;

/**
 * Pictures on a page are opened by a browser that has a session. Whoever has none reads objects by
 * the call that takes their own proof.
 */
export function addressesFor(secrets: Secrets, actor: Actor, connectorId: string): Addresses {
  if (actor.sessionId !== null) {
    return createAddresses(secrets, { sessionId: actor.sessionId, connectorId });
  }
  const start = `${storageRoutes.content.path}?connector[id]=${connectorId}&path=`;
  return { of: ({ path }) => `${start}${encodeURIComponent(path)}` };
}

function createAddresses(secrets: Secrets, viewer: Viewer): Addresses {
  const grant = writeGrant(viewer, endOfGrant());
  const start = fillPath(viewRoutes.view.path, { grant, signature: '' });
  // Written by hand: a page of a listing has a thousand of them.
  return {
    of: ({ path, etag, versionId }) => {
      const signature = secrets.sign(textOf(grant, path, versionId));
      const version = versionId ? `&versionId=${encodeURIComponent(versionId)}` : '';
      const content = etag ? `&v=${encodeURIComponent(etag)}` : '';
      return `${start}${signature}?path=${encodeURIComponent(path)}${version}${content}`;
    },
  };
}

/** Who may see the object by this address; a wrong or outdated one is answered the same way. */
export function readGrant(
  secrets: Secrets,
  address: { grant: string; signature: string; path: string; versionId?: string | undefined },
): Viewer {
  const { grant, signature, path, versionId } = address;
  const bytes = Buffer.from(grant, 'base64url');
  const isSigned = secrets.isSigned(textOf(grant, path, versionId), signature);
  if (!isSigned || bytes.length !== 36 || bytes.readUInt32BE(32) < Date.now() / 1000) {
    throw new Failure('E_TOKEN_EXPIRED');
  }
  return {
    sessionId: readUuid(bytes.subarray(0, 16)),
    connectorId: readUuid(bytes.subarray(16, 32)),
  };
}

function textOf(grant: string, path: string, versionId: string | null | undefined): string {
  return `storage view\n${grant}\n${versionId ?? ''}\n${path}`;
}

/** One to two hours: the same within an hour, so that browsers find again what they have loaded. */
function endOfGrant(): number {
  return (Math.floor(Date.now() / 1000 / HOUR) + 2) * HOUR;
}

function writeGrant({ sessionId, connectorId }: Viewer, end: number): string {
  const bytes = Buffer.alloc(36);
  bytes.write(sessionId.replaceAll('-', ''), 0, 'hex');
  bytes.write(connectorId.replaceAll('-', ''), 16, 'hex');
  bytes.writeUInt32BE(end, 32);
  return bytes.toString('base64url');
}

function readUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
