import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import lines from '#domain/inbox/entry-line.module.css';
import { EntryLine } from '#domain/inbox/entry-line.tsx';
import { inboxQuery } from '#domain/inbox/inbox-query.ts';
import { markAllRead } from '#domain/inbox/read-entries.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './inbox.module.css';

type Show = 'all' | 'unread';

/** Everything the person was told. */
export default function InboxPage() {
  const { t } = useTranslation('inbox');
  const openHref = useOpenHref();
  const search = useSearch({ strict: false }) as { show?: unknown };
  const show: Show = search.show === 'unread' ? 'unread' : 'all';
  const pages = useInfiniteQuery(inboxQuery(show));
  const mayChange = useCurrentUser().impersonator === null;
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const newest = entries[0];
  const hasUnread = (pages.data?.pages[0]?.unread ?? 0) > 0;
  return (
    <PageFrame>
      <PageHeader
        title={t('title')}
        line={t('page.line')}
        actions={
          <>
            <Button component={AppLink} href="/account/notifications" variant="default">
              {t('settings')}
            </Button>
            {mayChange && newest && hasUnread && (
              <Button variant="default" onClick={() => markAllRead(newest)}>
                {t('readAll')}
              </Button>
            )}
          </>
        }
      />
      <SegmentedControl
        className={classes.show ?? ''}
        aria-label={t('page.show')}
        value={show}
        onChange={(value) =>
          openHref(value === 'unread' ? '/inbox?show=unread' : '/inbox', { replace: true })
        }
        data={[
          { value: 'all', label: t('page.showAll') },
          { value: 'unread', label: t('page.showUnread') },
        ]}
      />
      {pages.isPending && <SkeletonLines count={6} />}
      {pages.isError && !pages.data && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.data && entries.length === 0 && <None show={show} />}
      {entries.length > 0 && (
        <ul className={`${lines.list} ${classes.entries}`}>
          {entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('page.more')}
        </Button>
      )}
    </PageFrame>
  );
}

function None({ show }: { show: Show }) {
  const { t } = useTranslation('inbox');
  const isAll = show === 'all';
  return (
    <EmptyState
      icon={isAll ? 'bell' : 'success'}
      title={t(isAll ? 'none' : 'page.noneUnread')}
      line={t(isAll ? 'noneLine' : 'page.noneUnreadLine')}
    />
  );
}
