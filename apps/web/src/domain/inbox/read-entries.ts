import { type InboxEntry, inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { latestQuery } from './inbox-query.ts';

/** Shown at once; the lists are read again by the event that the writing causes. */
export function markRead(entries: readonly InboxEntry[], isRead = true): void {
  const ids = entries.filter(({ readAt }) => (readAt !== null) !== isRead).map(({ id }) => id);
  if (ids.length === 0) return;
  const readAt = isRead ? new Date().toISOString() : null;
  queryClient.setQueryData(
    latestQuery.queryKey,
    (latest) =>
      latest && {
        ...latest,
        unread: Math.max(0, latest.unread + (isRead ? -ids.length : ids.length)),
        items: latest.items.map((entry) => (ids.includes(entry.id) ? { ...entry, readAt } : entry)),
      },
  );
  api.call(inboxRoutes.read, { body: { ids, isRead } }).catch(notifyError);
}

/** What comes in the meantime stays unread. */
export function markAllRead(newest: InboxEntry): void {
  api.call(inboxRoutes.readAll, { body: { until: newest.toldAt } }).catch(notifyError);
}

/** Whether the address on screen is the one the entry leads to, with whatever else it says. */
export function isShownAt(link: string | null, href: string): boolean {
  if (link === null) return false;
  const [linked, shown] = [urlOf(link), urlOf(href)];
  return (
    linked.pathname === shown.pathname &&
    [...linked.searchParams].every(([name, value]) => shown.searchParams.get(name) === value)
  );
}

function urlOf(href: string): URL {
  return new URL(href, 'https://own.invalid');
}
