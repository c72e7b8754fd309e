import { fileGroups, searchOrders } from '@causeway/contract/storage/bucket-index.ts';
import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { useExploreHref } from '../use-folder-view.ts';
import type { ScreenProps } from './bucket-screen.tsx';
import { FoundObjects } from './found-objects.tsx';
import { searchQuery, type SearchWish } from './index-query.ts';
import { IndexStatus } from './index-status.tsx';
import classes from './search-screen.module.css';
import { readWish, wishToSearch } from './search-wish.ts';

const PAUSE_MS = 150;

/** Objects anywhere in the bucket, by words of their path, the largest or the newest. */
export function SearchScreen({ bucket, folder }: ScreenProps) {
  const { t } = useTranslation('storage');
  const { wish, changeWish } = useWish(folder);
  const found = useInfiniteQuery(searchQuery(bucket, folder, wish));
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <SearchBar wish={wish} onWish={changeWish} />
      <IndexStatus bucket={bucket} />
      {found.isError && (
        <ErrorState
          error={found.error}
          title={t('search.failed')}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {!found.data && !found.isError && <SkeletonTable rows={12} columns={4} />}
      {found.data && items.length === 0 && (
        <EmptyState icon="search" title={t('search.none')} line={t('search.noneLine')} />
      )}
      {items.length > 0 && (
        <div aria-busy={found.isPlaceholderData} className={classes.found}>
          <FoundObjects items={items} />
        </div>
      )}
      {found.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('search.more')}
        </Button>
      )}
    </>
  );
}

type SearchBarProps = { wish: SearchWish; onWish: (change: Partial<SearchWish>) => void };

function SearchBar({ wish, onWish }: SearchBarProps) {
  const { t } = useTranslation('storage');
  const [text, setText] = useState(wish.text);
  const tell = useDebouncedCallback((typed: string) => onWish({ text: typed }), PAUSE_MS);
  const direction = t(wish.descending ? 'order.descending' : 'order.ascending');
  return (
    <div className={classes.bar}>
      <TextInput
        className={classes.text}
        autoFocus={matchMedia('(pointer: fine)').matches}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          tell(event.currentTarget.value);
        }}
      />
      <NativeSelect
        aria-label={t('search.group')}
        value={wish.group ?? ''}
        data={[
          { value: '', label: t('group.all') },
          ...fileGroups.map((value) => ({ value, label: t(`group.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onWish({ group: fileGroups.find((known) => known === value) })
        }
      />
      <NativeSelect
        aria-label={t('order.label')}
        value={wish.order}
        data={searchOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const order = searchOrders.find((known) => known === value) ?? 'match';
          onWish({ order, descending: order === 'size' || order === 'date' });
        }}
      />
      <Tooltip label={direction}>
        <ActionIcon
          variant="default"
          aria-label={direction}
          disabled={wish.order === 'match'}
          onClick={() => onWish({ descending: !wish.descending })}
        >
          <Icon name={wish.descending ? 'sortDescending' : 'sortAscending'} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** What is searched for lives in the address. */
function useWish(folder: string) {
  const wish = readWish(useSearch({ strict: false }));
  const openHref = useOpenHref();
  const exploreHref = useExploreHref();
  function changeWish(change: Partial<SearchWish>) {
    const search = wishToSearch({ ...wish, ...change });
    const href = exploreHref(folder, { screen: 'search' });
    openHref(search.size > 0 ? `${href}&${search}` : href, { replace: true });
  }
  return { wish, changeWish };
}
