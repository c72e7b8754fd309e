import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import {
  refreshSnippets,
  snippetListQuery,
  type SnippetListing,
} from '#domain/snippets/snippets-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { listingHref, readListing } from './gallery-address.ts';
import { GalleryFilters } from './gallery-filters.tsx';
import classes from './snippets-page.module.css';
import { SnippetCard } from './snippet-card.tsx';

/** Snippets to find, each a question somebody already answered. */
export default function SnippetsPage() {
  const { t } = useTranslation('snippets');
  const openHref = useOpenHref();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const listing = readListing(search);
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={
          <Button
            component={AppLink}
            href="/community/snippets/edit/new"
            leftSection={<Icon name="plus" />}
          >
            {t('write')}
          </Button>
        }
      />
      <GalleryFilters
        listing={listing}
        onChange={(change) => openHref(changed(listing, change), { replace: true })}
      />
      <Results listing={listing} />
    </PageFrame>
  );
}

/** Words just typed are sorted by how well they fit, unless somebody chose another order. */
function changed(listing: SnippetListing, change: Partial<SnippetListing>): string {
  const next = { ...listing, ...change };
  const isUsual = listing.sort === (listing.search ? 'relevance' : 'newest');
  const usual = next.search ? ('relevance' as const) : ('newest' as const);
  return listingHref({ ...next, sort: change.sort ?? (isUsual ? usual : next.sort) });
}

function Results({ listing }: { listing: SnippetListing }) {
  const { t } = useTranslation('snippets');
  const found = useInfiniteQuery(snippetListQuery(listing));
  if (found.isPending) return <SkeletonCards count={6} height={236} />;
  if (found.isError && !found.data) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const items = found.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Nothing listing={listing} />;
  return (
    <>
      <div className={classes.grid} aria-busy={found.isPlaceholderData}>
        {items.map((snippet) => (
          <SnippetCard key={snippet.id} snippet={snippet} isLink={listing.scope !== 'deleted'}>
            {listing.scope === 'deleted' && <BringBack snippetId={snippet.id} />}
          </SnippetCard>
        ))}
      </div>
      {found.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

function BringBack({ snippetId }: { snippetId: string }) {
  const { t } = useTranslation('snippets');
  async function restore() {
    await api.call(snippetRoutes.restore, { params: { snippetId } });
    await refreshSnippets();
  }
  return (
    <Button
      className={classes.above}
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="undo" size={14} />}
      onClick={() => void restore().catch(notifyError)}
    >
      {t('restore')}
    </Button>
  );
}

function Nothing({ listing }: { listing: SnippetListing }) {
  const { t } = useTranslation('snippets');
  const { scope = 'all', search, tag, badge, language } = listing;
  const isNarrowed = [search, tag, badge, language].some((value) => value !== undefined);
  if (isNarrowed) {
    return (
      <EmptyState
        icon="search"
        title={t('nothing.title')}
        line={t('nothing.line')}
        action={
          <Button component={AppLink} variant="default" href={listingHref({ scope })}>
            {t('nothing.action')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="code"
      title={t(`empty.${scope}`)}
      line={t(`empty.${scope}Line`)}
      action={
        <Button component={AppLink} href="/community/snippets/edit/new">
          {t('write')}
        </Button>
      }
    />
  );
}
