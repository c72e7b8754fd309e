import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorSentence } from './error-sentence.ts';
import { ErrorState } from './error-state.tsx';
import { Icon } from './icon.tsx';
import classes from './query-view.module.css';
import { SkeletonLines } from './skeletons.tsx';

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** In the size of what is loading. */
  skeleton?: ReactNode;
  /** What stands there when the list has nothing in it. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** What happened, in the words of the page. */
  errorTitle?: string;
  /** What helps beside trying again. */
  errorActions?: ReactNode;
};

/**
 * The one way to show what is being loaded. Data that was loaded once stays on screen: a failed reload
 * is told above it, never instead of it.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, children, skeleton, empty, isEmpty = isEmptyList } = props;
  if (query.data === undefined) {
    if (!query.isError) return skeleton ?? <SkeletonLines />;
    return (
      <ErrorState
        error={query.error}
        title={props.errorTitle}
        actions={props.errorActions}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <>
      {query.isError && <StaleNotice query={query} />}
      {empty !== undefined && isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}

function StaleNotice<Data>({ query }: { query: UseQueryResult<Data> }) {
  const { t, i18n } = useTranslation('ui');
  const sentenceOf = use(ErrorSentence);
  const time = new Date(query.dataUpdatedAt).toLocaleTimeString(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <output className={classes.stale}>
      <Icon name="warning" />
      <span className={classes.reason}>
        {t('stale.asOf', { time })} {sentenceOf(query.error)}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t('error.retry')}
      </Button>
    </output>
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
