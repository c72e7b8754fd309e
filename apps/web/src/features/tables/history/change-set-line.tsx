import type { ChangeSet } from '@causeway/contract/ledger.ts';
import { Button, Tooltip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { TableName } from '../table-name.ts';
import { ChangeTable } from '#domain/row-drafts/change-table.tsx';
import { changesQuery } from './ledger-query.ts';
import reviewClasses from '#domain/row-drafts/review-dialog.module.css';
import classes from './table-history.module.css';

type ChangeSetLineProps = {
  set: ChangeSet;
  name: TableName;
  isOpen: boolean;
  isBusy: boolean;
  canRevert: boolean;
  onToggle: () => void;
  onRevert: () => void;
};

/** What was written together; open, each row of it with what it was before. */
export function ChangeSetLine(props: ChangeSetLineProps) {
  const { set, isOpen, isBusy, canRevert, onToggle, onRevert } = props;
  const { t } = useTranslation('edits');
  const { ago, dateTime } = useFormats();
  const isReverted = set.revertedById !== null;
  return (
    <li className={classes.set} data-reverted={isReverted || undefined}>
      <div className={classes.line}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <span className={classes.who}>
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
            {set.who.name}
          </span>
          <span className={classes.what}>
            {t(`history.kind.${set.kind}`)} · {t(`history.screen.${set.screen}`)}
          </span>
          <span className={classes.counts}>
            {set.inserted > 0 && <span data-kind="insert">+{set.inserted}</span>}
            {set.updated > 0 && <span data-kind="update">~{set.updated}</span>}
            {set.deleted > 0 && <span data-kind="delete">−{set.deleted}</span>}
          </span>
          <time className={classes.when} dateTime={set.at} title={dateTime(set.at)}>
            {ago(set.at)}
          </time>
        </button>
        <RevertState set={set} isBusy={isBusy} canRevert={canRevert} onRevert={onRevert} />
      </div>
      {isOpen && <Changes set={set} />}
    </li>
  );
}

type RevertStateProps = Pick<ChangeSetLineProps, 'set' | 'isBusy' | 'canRevert' | 'onRevert'>;

function RevertState({ set, isBusy, canRevert, onRevert }: RevertStateProps) {
  const { t } = useTranslation('edits');
  if (set.revertedById !== null)
    return <span className={classes.state}>{t('history.isReverted')}</span>;
  if (set.status !== 'done') {
    return (
      <Tooltip label={t(`history.${set.status}Line`)} multiline maw={300}>
        <span className={classes.state}>{t(`history.${set.status}`)}</span>
      </Tooltip>
    );
  }
  if (set.notRevertible) {
    return (
      <Tooltip label={t(`history.notRevertible.${set.notRevertible}`)} multiline maw={300}>
        <span className={classes.state}>{t('history.final')}</span>
      </Tooltip>
    );
  }
  if (!canRevert) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isBusy}
      leftSection={<Icon name="undo" size={13} />}
      onClick={onRevert}
    >
      {t('history.revert')}
    </Button>
  );
}

function Changes({ set }: { set: ChangeSet }) {
  const { t } = useTranslation('edits');
  const query = useInfiniteQuery(changesQuery(set.connectorId, set.id));
  const changes = query.data?.pages.flatMap((page) => page.changes.items) ?? [];
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <SkeletonTable rows={3} columns={3} />;
  return (
    <div className={classes.changes}>
      {set.sql && <pre className={classes.sql}>{set.sql}</pre>}
      {changes.length === 0 && <p className={classes.note}>{t('history.noImages')}</p>}
      <ul className={reviewClasses.changes}>
        {changes.map((change, place) => (
          // A set may write one row twice; its place in the set is what tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <h3 data-kind={change.kind}>
              {t(`history.did.${change.kind}`)}
              <span>
                {set.tables.length > 1 && `${change.table} · `}
                {Object.entries(change.keyAfter ?? change.keyBefore ?? {})
                  .map(([column, value]) => `${column} = ${value}`)
                  .join(', ')}
              </span>
            </h3>
            {(change.before ?? change.after) && (
              <ChangeTable before={change.before ?? undefined} after={change.after ?? undefined} />
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="compact-xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </div>
  );
}
