import type { TextKey } from '@causeway/contract/tables/edits.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { ChangeTable } from '#domain/row-drafts/change-table.tsx';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { rowHistoryQuery } from './ledger-query.ts';
import classes from '../row/row-side.module.css';

type RowHistoryProps = {
  source: DraftSource;
  rowKey: TextKey;
  canRevert: boolean;
  onRevert: (setId: string) => void;
};

/** What was written to one row, newest first, across new keys. */
export function RowHistory({ source, rowKey, canRevert, onRevert }: RowHistoryProps) {
  const { t } = useTranslation('edits');
  const { ago, dateTime } = useFormats();
  const query = useInfiniteQuery(rowHistoryQuery(source, rowKey));
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data && entries.length === 0)
    return <p className={classes.none}>{t('row.noHistory')}</p>;
  return (
    <>
      <ol className={classes.history} data-values>
        {entries.map((entry) => (
          <li key={`${entry.set.id} ${entry.kind}`}>
            <div className={classes.entry}>
              <span className={classes.who}>{entry.set.who.name}</span>
              <span>
                {t(`history.did.${entry.kind}`)} · {t(`history.screen.${entry.set.screen}`)}
              </span>
              <time dateTime={entry.set.at} title={dateTime(entry.set.at)}>
                {ago(entry.set.at)}
              </time>
            </div>
            {entry.before && entry.after && (
              <ChangeTable before={entry.before} after={entry.after} />
            )}
            {entry.set.revertedById !== null && (
              <span className={classes.state}>{t('history.isReverted')}</span>
            )}
            {canRevert && entry.set.revertedById === null && entry.set.status === 'done' && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<Icon name="undo" size={13} />}
                onClick={() => onRevert(entry.set.id)}
              >
                {t('history.revert')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="compact-xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  );
}
