import type { InboxEntry } from '@causeway/contract/inbox/inbox.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { eventually } from '#testing/eventually.ts';
import { latestQuery } from './inbox-query.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { isShownAt, markRead } from './read-entries.ts';

afterEach(() => queryClient.clear());

test('TEAM-8 who looks at what an entry is about needs no telling', () => {
  const link = '/explore/import?projectId=p&connectorId=c&view=activity';
  expect(isShownAt(link, `${link}&page=2#top`)).toBe(true);
  expect(isShownAt(link, '/explore/import?projectId=p&connectorId=c')).toBe(false);
  expect(isShownAt(link, link.replace('projectId=p', 'projectId=q'))).toBe(false);
  expect(isShownAt(null, '/')).toBe(false);
});

test('TEAM-8 what could not be marked as read is unread again, and so is its number', async () => {
  const entryOf = (id: string, readAt: string | null) => ({ id, readAt }) as InboxEntry;
  const early = '2026-01-01T00:00:00.000Z';
  const latest = {
    unread: 5,
    items: [entryOf('a', null), entryOf('b', null), entryOf('c', early)],
    nextCursor: null,
  };
  queryClient.setQueryData(latestQuery.queryKey, latest);
  const told = vi.spyOn(await loadNotifications(), 'show').mockReset();
  const answer = Promise.withResolvers<never>();
  vi.spyOn(api, 'call').mockReset().mockReturnValue(answer.promise);
  const shown = () => queryClient.getQueryData(latestQuery.queryKey);
  markRead(latest.items);
  expect(shown()).toMatchObject({ unread: 3, items: [{}, {}, { readAt: early }] });
  expect(shown()?.items.every(({ readAt }) => readAt !== null)).toBe(true);
  answer.reject({ code: 'E_FORBIDDEN', message: 'No.', requestId: 'r' });
  await eventually(() => expect(told).toHaveBeenCalledOnce());
  expect(shown()).toEqual(latest);
});
