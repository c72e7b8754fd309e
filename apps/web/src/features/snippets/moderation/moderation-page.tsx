import { snippetModerationRoutes } from '@causeway/contract/snippets/moderation.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { StaffTabs } from '#platform/navigation/staff-tabs.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { ModeratedSnippet } from './moderated-snippet.tsx';
import classes from './moderation-page.module.css';

type Shown = 'reported' | 'hidden';

/** For staff: snippets readers complained about, and those that are hidden. */
export default function ModerationPage() {
  const { t } = useTranslation('snippets');
  const openHref = useOpenHref();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const shown: Shown = search['show'] === 'hidden' ? 'hidden' : 'reported';
  return (
    <PageFrame isWide>
      <PageHeader title={t('moderation.title')} line={t('moderation.line')} />
      <StaffTabs />
      <SegmentedControl
        className={classes.shown}
        aria-label={t('moderation.which')}
        value={shown}
        onChange={(value) =>
          openHref(value === 'hidden' ? '/staff/snippets?show=hidden' : '/staff/snippets')
        }
        data={(['reported', 'hidden'] as const).map((value) => ({
          value,
          label: t(`moderation.${value}`),
        }))}
      />
      <Queue key={shown} show={shown} />
    </PageFrame>
  );
}

function Queue({ show }: { show: Shown }) {
  const { t } = useTranslation('snippets');
  const queue = useInfiniteQuery({
    queryKey: ['snippets', 'moderation', show],
    queryFn: ({ signal, pageParam }) => {
      const query = { show, ...(pageParam && { cursor: pageParam }) };
      return api.call(snippetModerationRoutes.queue, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
  if (queue.isPending) return <SkeletonLines count={8} />;
  if (queue.isError) return <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />;
  const items = queue.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState
        icon="success"
        title={t(`moderation.none.${show}`)}
        line={t(`moderation.noneLine.${show}`)}
      />
    );
  }
  return (
    <div className={classes.list}>
      {items.map((entry) => (
        <ModeratedSnippet key={entry.snippet.id} entry={entry} />
      ))}
      {queue.hasNextPage && (
        <Button
          variant="default"
          loading={queue.isFetchingNextPage}
          onClick={() => void queue.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </div>
  );
}
