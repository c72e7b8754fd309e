import { can } from '@causeway/contract/access.ts';
import type { Replacement } from '@causeway/contract/replace.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { CountLine } from './count-line.tsx';
import { MatchRow } from './match-row.tsx';
import { checkQuery, countQuery, matchesQuery } from './replace-query.ts';
import classes from './replace-page.module.css';
import { RunBar } from './run-bar.tsx';
import { SearchFailed } from './search-failed.tsx';
import { TakeAll } from './take-all.tsx';
import { chosenRowsOf, useChosenRows } from './use-chosen-rows.ts';

type MatchesProps = {
  connectorId: string;
  replacement: Replacement;
  details: TableDetails | undefined;
};

/** How often it is found, each row as it is and as it would be, and the button that does it. */
export function Matches({ connectorId, replacement, details }: MatchesProps) {
  const { t } = useTranslation('replace');
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'sql.write');
  const rows = useChosenRows(JSON.stringify(replacement));
  const [settled] = useDebouncedValue(rows.choice, 300);
  const count = useQuery(countQuery(connectorId, replacement));
  const matches = useInfiniteQuery({
    ...matchesQuery(connectorId, replacement),
    enabled: mayWrite,
  });
  const readOnly = details?.readOnlyReason ?? null;
  const found = count.data?.rows ?? 0;
  const chosen = chosenRowsOf(rows.choice, found);
  const isSettled = settled === rows.choice;
  const check = useQuery({
    ...checkQuery(connectorId, replacement, chosen ?? { excluded: [] }),
    enabled: mayWrite && readOnly === null && chosen !== undefined && isSettled,
  });
  const shown = matches.data?.pages.flatMap((page) => page.rows) ?? [];

  if (count.isError) {
    return (
      <SearchFailed
        error={count.error}
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
      {shown.length > 0 && mayWrite && readOnly === null && <TakeAll rows={rows} found={found} />}
      {shown.length > 0 && (
        <ol className={classes.rows} aria-busy={matches.isFetching}>
          {shown.map((row) => (
            <MatchRow
              key={JSON.stringify(row.key)}
              row={row}
              isTaken={rows.isTaken(row.key)}
              mayChoose={readOnly === null}
              onTake={(isTaken) => rows.take([row.key], isTaken)}
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
        chosen={chosen}
        check={isSettled && !check.isPlaceholderData ? check.data : undefined}
        isChecking={check.isFetching || !isSettled}
        checkError={check.error}
        isIdle={!mayWrite || readOnly !== null || found === 0}
        onExclude={(keys) => rows.take(keys, false)}
        onDone={rows.forgetTaken}
      />
    </section>
  );
}
