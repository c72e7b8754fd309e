import type { ServerEvent } from '@causeway/contract/events.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Everything known about the imports or exports of a connector is kept below these. */
export function importKey(connectorId: string, ...what: string[]): string[] {
  return ['imports', connectorId, ...what];
}

export function exportKey(connectorId: string, ...what: string[]): string[] {
  return ['exports', connectorId, ...what];
}

/** What a worker got done shows wherever the import or export is on screen. */
export async function followTransfers(event: ServerEvent): Promise<void> {
  if (event.type !== 'imports.changed' && event.type !== 'exports.changed') return;
  const keyOf = event.type === 'imports.changed' ? importKey : exportKey;
  await Promise.all(
    [keyOf(event.connectorId, 'list'), keyOf(event.connectorId, 'one', event.id)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    ),
  );
}
