import { eventRoutes, type ServerEvent } from '@causeway/contract/events.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { refreshConnectors } from '#platform/connectors/resources-query.ts';
import { refreshDashboards } from '#platform/dashboards/dashboards-query.ts';
import { followSample } from '#platform/sample/sample-query.ts';
import { onTabMessage, tellOtherTabs } from '#platform/settings/tabs.ts';
import { followStorage } from '#platform/storage/storage-keys.ts';
import { followTransfers } from '#platform/transfers/transfer-keys.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps this tab up to date. Browsers allow six connections to a host over all tabs, so only one tab
 * holds the event stream and passes events on; when it closes, the lock moves to another.
 */
export function followEvents(): () => void {
  const stop = new AbortController();
  const stopListening = onTabMessage((message) => {
    if (message.type !== 'session.changed') void refresh(message);
  });
  void holdStream(stop.signal);
  return () => {
    stopListening();
    stop.abort();
  };
}

async function refresh(event: ServerEvent): Promise<void> {
  // Somebody wrote: what was read a moment ago is not what a read would find now.
  api.forgetReads();
  // Whatever happened while the stream was away was missed: everything shown is read again.
  if (event.type === 'ready') await queryClient.invalidateQueries();
  if (event.type === 'user.changed') {
    await queryClient.invalidateQueries({ queryKey: ['user'] });
  }
  if (event.type === 'projects.changed') {
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  }
  if (event.type === 'connectors.changed') await refreshConnectors(event.projectId);
  if (event.type === 'drafts.changed') await refreshTable('draft', event);
  if (event.type === 'rows.changed') await refreshTable('rows', event);
  if (event.type === 'sample.progress') await followSample(event);
  await followStorage(event);
  if (event.type === 'editor.tabs') await refreshQueries(event.connectorId, 'tabs');
  if (event.type === 'queries.changed') {
    await refreshQueries(event.connectorId, 'saved');
    await refreshQueries(event.connectorId, 'snapshots');
    await refreshQueries(event.connectorId, 'uses');
    await refreshDashboards(event.projectId);
  }
  if (event.type === 'dashboards.changed') await refreshDashboards(event.projectId);
  await followTransfers(event);
  await tellReady(event);
  if (event.type === 'members.changed') {
    await queryClient.invalidateQueries({ queryKey: ['members', event.projectId] });
  }
}

/** Files become ready rarely: what tells of it is loaded when one does. */
async function tellReady(event: ServerEvent): Promise<void> {
  if (event.type !== 'exports.changed' || event.state === 'running') return;
  const { tellReadyExport } = await import('#platform/exports/tell-ready.tsx');
  await tellReadyExport(event);
}

async function refreshQueries(connectorId: string, what: 'tabs' | 'saved' | 'snapshots' | 'uses') {
  await queryClient.invalidateQueries({ queryKey: ['queries', connectorId, what] });
}

type OfTable = { connectorId: string; schema: string; table: string };

/** Rows may change many times a second: a read that is under way is not started over. */
async function refreshTable(what: 'draft' | 'rows', { connectorId, schema, table }: OfTable) {
  const queryKey = ['tables', connectorId, what, schema, table];
  await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

async function holdStream(signal: AbortSignal): Promise<void> {
  const hold = () => readForever(signal);
  // Without a secure context there are no locks; each tab then holds its own stream.
  if (!('locks' in navigator)) return hold();
  await navigator.locks.request('causeway.events', { signal }, hold).catch(() => undefined);
}

async function readForever(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(signal)) {
        wait = FIRST_WAIT_MS;
        // The page has just loaded everything, so the first `ready` brings nothing new.
        if (event.type !== 'ready' || !isFirst) {
          tellOtherTabs(event);
          await refresh(event);
        }
        isFirst = false;
      }
    } catch {
      // The stream only carries hints: a lost one is opened again below.
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function* readEvents(signal: AbortSignal): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const chunk of api.stream(eventRoutes.subscribe, undefined, { signal })) {
    const blocks = (rest + chunk.replaceAll('\r\n', '\n')).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = dataOf(block);
      if (data) yield JSON.parse(data) as ServerEvent;
    }
  }
}

function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
}
