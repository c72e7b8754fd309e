import type { ServerEvent } from '@causeway/contract/events.ts';

/** What tabs of one browser tell each other: the server's events, and that somebody signed in or out. */
export type TabMessage = ServerEvent | { type: 'session.changed' };

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('causeway');

export function tellOtherTabs(message: TabMessage): void {
  // A channel is of one origin already; only windows take a target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<TabMessage>) => listener(data);
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/** More than come while a page starts. */
const MOST_EARLY = 200;

const early: TabMessage[] = [];
const stopKeeping = onTabMessage((message) => {
  if (early.length < MOST_EARLY) early.push(message);
});

/** What the others told before this page listened: it had begun to read by then. */
export function takeEarlyMessages(): TabMessage[] {
  stopKeeping();
  return early.splice(0);
}
