import { can } from '@causeway/contract/access.ts';
import type { Replacement } from '@causeway/contract/replace.ts';
import { MOST_EXCLUDED_ROWS } from '@causeway/contract/replace.ts';
import type { TableDetails } from '@causeway/contract/tables.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { CountLine } from './count-line.tsx';
import { MatchRow } from './match-row.tsx';
import { checkQuery, countQuery, matchesQuery } from './replace-query.ts';
import classes from './replace-page.module.css';
import { RunBar } from './run-bar.tsx';

type MatchesProps = {
  connectorId: string;
  replacement: Replacement;
  details: TableDetails | undefined;
};
type TextKey = Record<string, string>;

const NONE: ReadonlyMap<string, TextKey> = new Map();

/** How often it is found, each row as it is and as it would be, and the button that does it. */
export function Matches({ connectorId, replacement, details }: MatchesProps) {
  const { t } = useTranslation('replace');
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'sql.write');
  const [left, setLeft] = useState({ of: '', keys: NONE });
  // What was left out belongs to what was looked for.
  const asked = JSON.stringify(replacement);
  const excluded = left.of === asked ? left.keys : NONE;
  const [settled] = useDebouncedValue(excluded, 300);
  const count = useQuery(countQuery(connectorId, replacement));
  const matches = useInfiniteQuery({
    ...matchesQuery(connectorId, replacement),
    enabled: mayWrite,
  });
  const readOnly = details?.readOnlyReason ?? null;
  const check = useQuery({
    ...checkQuery(connectorId, replacement, [...settled.values()]),
    enabled: mayWrite && readOnly === null && (count.data?.rows ?? 0) > settled.size,
  });
  const rows = matches.data?.pages.flatMap((page) => page.rows) ?? [];

  function exclude(keys: TextKey[], isLeftOut: boolean) {
    const next = new Map(excluded);
    for (const key of keys) {
      if (isLeftOut) next.set(JSON.stringify(key), key);
      else next.delete(JSON.stringify(key));
    }
    if (next.size <= MOST_EXCLUDED_ROWS) setLeft({ of: asked, keys: next });
  }

  if (count.isError) {
    return (
      <ErrorState
        error={count.error}
        title={t('failed')}
        onRetry={() => void count.refetch()}
        isRetrying={count.isFetching}
      />
    );
  }
  return (
    <section className={classes.matches} aria-label={t('matches.label')}>
      <CountLine count={count.data} isCounting={count.isFetching} />
      {matches.isError && <ErrorState error={matches.error} title={t('matches.failed')} />}
      {!count.data && <SkeletonLines count={6} />}
      {rows.length > 0 && (
        <ol className={classes.rows} aria-busy={matches.isFetching}>
          {rows.map((row) => (
            <MatchRow
              key={JSON.stringify(row.key)}
              row={row}
              isTaken={!excluded.has(JSON.stringify(row.key))}
              mayChoose={readOnly === null}
              onTake={(isTaken) => exclude([row.key], !isTaken)}
            />
          ))}
        </ol>
      )}
      {matches.hasNextPage && (
        <Button
          variant="default"
          loading={matches.isFetchingNextPage}
          onClick={() => void matches.fetchNextPage()}
        >
          {t('matches.more')}
        </Button>
      )}
      {!mayWrite && <p className={classes.note}>{t('readOnly.role')}</p>}
      {readOnly !== null && <p className={classes.note}>{t(`readOnly.${readOnly}`)}</p>}
      <RunBar
        connectorId={connectorId}
        replacement={replacement}
        excluded={[...excluded.values()]}
        check={settled === excluded && !check.isPlaceholderData ? check.data : undefined}
        isChecking={check.isFetching || settled !== excluded}
        checkError={check.error}
        isIdle={!mayWrite || readOnly !== null || (count.data?.rows ?? 0) <= excluded.size}
        onExclude={(keys) => exclude(keys, true)}
      />
    </section>
  );
}
