import { readEventStream } from '@causeway/contract/event-stream.ts';
import { eventRoutes, type ServerEvent } from '@causeway/contract/events.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { readingSince } from '#platform/session/session.ts';
import {
  onTabMessage,
  takeEarlyMessages,
  type TabMessage,
  tellOtherTabs,
} from '#platform/settings/tabs.ts';
import { tellFollowers } from './followers.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps this tab up to date. Browsers allow six connections to a host over all tabs, so only one tab
 * holds the event stream and passes events on; when it closes, the lock moves to another.
 */
export function followEvents(): () => void {
  const stop = new AbortController();
  const hear = (message: TabMessage) => {
    if (message.type !== 'session.changed') void refresh(message);
  };
  const stopListening = onTabMessage(hear);
  for (const message of takeEarlyMessages()) hear(message);
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
  await tellFollowers(event);
}

async function holdStream(signal: AbortSignal): Promise<void> {
  const hold = () => readForever(signal);
  // Without a secure context there are no locks; each tab then holds its own stream.
  if (!('locks' in navigator)) return hold();
  await navigator.locks.request('causeway.events', { signal }, hold).catch(() => undefined);
}

async function readForever(signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  // Only the first stream can tell all that was missed; a later one follows a gap of any length.
  let since: number | undefined = readingSince();
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(signal, since)) {
        wait = FIRST_WAIT_MS;
        since = undefined;
        if (event.type === 'ready' && event.isComplete) {
          // What happened since follows; only what must not miss a moment is read again.
          await tellFollowers(event);
        } else {
          tellOtherTabs(event);
          await refresh(event);
        }
      }
    } catch {
      // The stream only carries hints: a lost one is opened again below.
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function* readEvents(
  signal: AbortSignal,
  since: number | undefined,
): AsyncGenerator<ServerEvent> {
  const query = since === undefined ? {} : { since };
  const pieces = api.stream(eventRoutes.subscribe, { query }, { signal });
  for await (const data of readEventStream(pieces)) yield JSON.parse(data) as ServerEvent;
}
