import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './folder-status.module.css';
import type { LoadedFolder } from './use-folder.ts';

type FolderStatusProps = { listing: LoadedFolder; selectedCount: number };

export function FolderStatus({ listing, selectedCount }: FolderStatusProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const { items, total, query } = listing;
  const count = total ?? items.length;
  return (
    <section className={classes.bar} aria-label={t('status.label')}>
      <span>
        {query.data &&
          t(total === null && query.hasNextPage ? 'status.more' : 'status.count', {
            count,
            number: number(count),
          })}
      </span>
      {query.isFetchingNextPage && <span>{t('status.loading')}</span>}
      {selectedCount > 0 && <span>{t('selection.count', { count: selectedCount })}</span>}
      {listing.isChanged && (
        <UnstyledButton className={classes.action} onClick={() => void query.refetch()}>
          {t('status.changed')}
        </UnstyledButton>
      )}
      {query.isError && items.length > 0 && (
        <UnstyledButton className={classes.action} onClick={() => void query.fetchNextPage()}>
          {t('status.failed')}
        </UnstyledButton>
      )}
    </section>
  );
}
