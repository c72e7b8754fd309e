import { formatBytes } from '@causeway/contract/bytes.ts';
import { storageJobRoutes, TRASH_DAYS, type TrashEntry } from '@causeway/contract/storage/jobs.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { EqualTargets } from '../dialogs/equal-targets.tsx';
import { purgeTrash, restoreFromTrash } from '../jobs.ts';
import type { ScreenProps } from './bucket-screen.tsx';
import { TrashLine } from './trash-line.tsx';
import classes from './trash-screen.module.css';

function trashQuery(bucket: Bucket, search: string) {
  return infiniteQueryOptions({
    queryKey: [...storageKey(bucket.connectorId, 'trash'), search],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        storageJobRoutes.trash,
        {
          query: {
            ...inBucket(bucket),
            limit: 100,
            ...(search !== '' && { search }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What was deleted and can come back, until its time is over. */
export function TrashScreen({ bucket }: ScreenProps) {
  const { t, i18n } = useTranslation('storage');
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const trash = useInfiniteQuery(trashQuery(bucket, search));
  const entries = trash.data?.pages.flatMap((page) => page.items) ?? [];
  const totals = trash.data?.pages[0]?.totals;
  const selected = entries.filter(({ id }) => chosen.has(id));

  function toggle(entry: TrashEntry) {
    const next = new Set(chosen);
    if (!next.delete(entry.id)) next.add(entry.id);
    setChosen(next);
  }

  async function restore(some: TrashEntry[]) {
    setChosen(new Set());
    await restoreFromTrash(bucket, { ids: some.map(({ id }) => id) });
  }

  async function purge(some: TrashEntry[] | undefined) {
    const count = some?.length ?? totals?.count ?? 0;
    const bytes = some
      ? some.reduce((sum, { byte_size }) => sum + byte_size, 0)
      : (totals?.byte_size ?? 0);
    const isConfirmed = await confirmDialog({
      title: t('trash.purgeTitle', { count, number: number(count) }),
      losses: [t('trash.purgeLoss', { size: formatBytes(bytes, i18n.language) })],
      confirmLabel: t('trash.purge'),
    });
    if (!isConfirmed) return;
    setChosen(new Set());
    await purgeTrash(bucket, some ? { ids: some.map(({ id }) => id) } : {});
  }

  return (
    <>
      <p className={classes.line}>{t('trash.line', { days: TRASH_DAYS })}</p>
      <div className={classes.bar}>
        <TextInput
          className={classes.search}
          aria-label={t('trash.search')}
          placeholder={t('trash.search')}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {totals && (
          <span className={classes.totals}>
            {t('index.known', {
              count: totals.count,
              number: number(totals.count),
              size: formatBytes(totals.byte_size, i18n.language),
            })}
          </span>
        )}
        {bucket.canWrite && selected.length > 0 && (
          <>
            <Button onClick={() => void restore(selected)}>
              {t('trash.restore', { count: selected.length })}
            </Button>
            <Button variant="default" color="red" onClick={() => void purge(selected)}>
              {t('trash.purge')}
            </Button>
          </>
        )}
        {bucket.canWrite && selected.length === 0 && entries.length > 0 && (
          <Button variant="default" onClick={() => void purge(undefined)}>
            {t('trash.empty')}
          </Button>
        )}
      </div>
      <EqualTargets
        items={selected.map(({ id, path }) => ({ from: id, to: path }))}
        effect={t('clash.effects.restore')}
      />
      {trash.isError && (
        <ErrorState
          error={trash.error}
          title={t('trash.failed')}
          onRetry={() => void trash.refetch()}
          isRetrying={trash.isFetching}
        />
      )}
      {!trash.data && !trash.isError && <SkeletonTable rows={8} columns={4} />}
      {trash.data && entries.length === 0 && (
        <EmptyState
          icon="trash"
          title={t(search === '' ? 'trash.none' : 'search.none')}
          line={t(search === '' ? 'trash.noneLine' : 'trash.noMatchLine')}
        />
      )}
      {entries.length > 0 && (
        <ul className={classes.list} aria-label={t('screen.trash')}>
          {bucket.canWrite && (
            <li className={classes.all}>
              <Checkbox
                size="xs"
                label={t('trash.all')}
                checked={selected.length === entries.length}
                indeterminate={selected.length > 0 && selected.length < entries.length}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(new Set(checked ? entries.map(({ id }) => id) : []))
                }
              />
            </li>
          )}
          {entries.map((entry) => (
            <TrashLine
              key={entry.id}
              entry={entry}
              isSelected={chosen.has(entry.id)}
              canWrite={bucket.canWrite}
              onToggle={() => toggle(entry)}
              onRestore={() => void restore([entry])}
            />
          ))}
        </ul>
      )}
      {trash.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={trash.isFetchingNextPage}
          onClick={() => void trash.fetchNextPage()}
        >
          {t('search.more')}
        </Button>
      )}
    </>
  );
}
