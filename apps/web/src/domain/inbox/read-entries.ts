import { type InboxEntry, inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { latestQuery } from './inbox-query.ts';

/** Shown at once; the lists are read again by the event that the writing causes. */
export function markRead(entries: readonly InboxEntry[], isRead = true): void {
  const before = entries.filter(({ readAt }) => (readAt !== null) !== isRead);
  if (before.length === 0) return;
  const readAt = isRead ? new Date().toISOString() : null;
  const added = isRead ? -before.length : before.length;
  show(
    before.map((entry) => ({ ...entry, readAt })),
    added,
  );
  const ids = before.map(({ id }) => id);
  api.call(inboxRoutes.read, { body: { ids, isRead } }).catch((error: unknown) => {
    // Nothing was written, so no event tells of it.
    show(before, -added);
    void queryClient.invalidateQueries({ queryKey: latestQuery.queryKey });
    return notifyError(error);
  });
}

function show(entries: readonly InboxEntry[], added: number): void {
  const readAts = new Map(entries.map(({ id, readAt }) => [id, readAt]));
  queryClient.setQueryData(
    latestQuery.queryKey,
    (latest) =>
      latest && {
        ...latest,
        unread: Math.max(0, latest.unread + added),
        items: latest.items.map((entry) => {
          const readAt = readAts.get(entry.id);
          return readAt === undefined ? entry : { ...entry, readAt };
        }),
      },
  );
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
