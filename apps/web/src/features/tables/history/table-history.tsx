import type { ChangeSet } from '@causeway/contract/ledger.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { SchemaLink } from '../schema-link.tsx';
import { tablePath, type TableName } from '../table-name.ts';
import { ChangeSetLine } from './change-set-line.tsx';
import { changeSetsQuery } from './ledger-query.ts';
import { findReadOnlyReason } from '../edits/read-only-reason.ts';
import head from '../page-head.module.css';
import classes from './table-history.module.css';
import { useRevert } from '#domain/row-drafts/use-revert.ts';

const RefusedRevertDialog = lazy(() => import('#domain/row-drafts/refused-revert-dialog.tsx'));

type TableHistoryProps = { connector: Connector; name: TableName; details: TableDetails };

/** Everything that was written to a table through the product: who, when, from where, and the way back. */
export default function TableHistory({ connector, name, details }: TableHistoryProps) {
  const { t } = useTranslation('edits');
  const scopedHref = useScopedHref();
  const { project } = useCurrentProject();
  const { showRawNames } = useSettings();
  const source = { connectorId: connector.id, name };
  const query = useInfiniteQuery(changeSetsQuery(source));
  const { revert, refused, dismiss } = useRevert(source, 'history');
  const [busyId, setBusyId] = useState<string>();
  const [openId, setOpenId] = useState<string>();
  const sets = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isReadOnly = findReadOnlyReason(details, project?.role ?? 'viewer') !== undefined;
  const title = showRawNames ? details.name : details.label;

  async function takeBack(set: ChangeSet, options?: { skipChanged: boolean }) {
    setBusyId(set.id);
    await revert(set.id, options);
    setBusyId(undefined);
  }

  return (
    <div className={head.page} ref={fillPage}>
      <header className={head.header}>
        <nav className={head.path} aria-label={t('history.path')}>
          <AppLink href={scopedHref('/explore')}>{connector.name}</AppLink>
          <Icon name="chevronRight" size={14} />
          <SchemaLink schema={name.schema} />
          <AppLink href={scopedHref(tablePath(name))}>{title}</AppLink>
          <Icon name="chevronRight" size={14} />
          <h1 className={head.title}>{t('history.title')}</h1>
        </nav>
        <Button
          component={AppLink}
          href={scopedHref(tablePath(name))}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="table" size={14} />}
        >
          {t('history.back')}
        </Button>
      </header>
      <div className={head.body}>
        {query.isError && (
          <ErrorState
            error={query.error}
            title={t('history.failed')}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {query.isPending && <SkeletonTable rows={8} columns={4} />}
        {query.data && sets.length === 0 && (
          <EmptyState icon="history" title={t('history.none')} line={t('history.noneLine')} />
        )}
        {sets.length > 0 && (
          <ol className={classes.sets}>
            {sets.map((set) => (
              <ChangeSetLine
                key={set.id}
                set={set}
                name={name}
                isOpen={openId === set.id}
                isBusy={busyId === set.id}
                canRevert={!isReadOnly}
                onToggle={() => setOpenId(openId === set.id ? undefined : set.id)}
                onRevert={() => void takeBack(set)}
              />
            ))}
          </ol>
        )}
        {query.data && sets.length > 0 && (
          <p className={classes.kept}>
            {t('history.kept', { count: query.data.pages[0]?.keptDays ?? 0 })}
          </p>
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('history.more')}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {refused && (
          <RefusedRevertDialog
            refused={refused}
            onSkip={(id) => void revert(id, { skipChanged: true })}
            onClose={dismiss}
          />
        )}
      </Suspense>
    </div>
  );
}
