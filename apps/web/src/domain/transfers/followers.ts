import { readAfterChange } from '#platform/api/read-after-change.ts';
import type { EventOf, Followers } from '#platform/events/followers.ts';
import { exportKey, importKey } from './transfer-keys.ts';

/** What a worker got done shows wherever the import or export is on screen. */
export const transferFollowers: Followers = {
  'imports.changed': ({ connectorId, id }) =>
    readAfterChange(importKey(connectorId, 'list'), importKey(connectorId, 'one', id)),
  'exports.changed': async (event) => {
    const { connectorId, id } = event;
    await readAfterChange(exportKey(connectorId, 'list'), exportKey(connectorId, 'one', id));
    await tellReady(event);
  },
};

/** Files become ready rarely: what tells of it is loaded when one does. */
async function tellReady(event: EventOf<'exports.changed'>): Promise<void> {
  if (event.state === 'running') return;
  const { tellReadyExport } = await import('#domain/exports/tell-ready.tsx');
  await tellReadyExport(event);
}
