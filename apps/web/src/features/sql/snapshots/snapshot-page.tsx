import { queryRunRoutes, type Snapshot } from '@causeway/contract/sql/query-runs.ts';
import { Button, NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { createResultRows, pagesOf, type Row } from '../results/result-rows.ts';
import { RowsToRead } from '../results/rows-to-read.tsx';
import { GivenValues } from '../run/given-values.tsx';
import { snapshotsQuery } from '../side/runs-query.ts';
import { useChangeEditorSearch } from '../use-editor-search.ts';
import { DiffTable } from './diff-table.tsx';
import { diffResults } from './result-diff.ts';
import classes from './snapshot-page.module.css';

type SnapshotPageProps = {
  connectorId: string;
  snapshotId: string;
  versusId: string | undefined;
};

/** Rows a comparison takes in; more nobody reads. */
const MOST_COMPARED = 20_000;

function snapshotQuery(connectorId: string, runId: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'snapshot', runId],
    queryFn: async ({ signal }) => {
      const query = { connector: { id: connectorId } };
      const snapshot = await api.call(
        queryRunRoutes.showSnapshot,
        { params: { runId }, query },
        { signal },
      );
      const readPage = pagesOf(connectorId, runId);
      const first: Row[] = snapshot.loadedRows > 0 ? await readPage(0) : [];
      const rows = createResultRows({ loadedRows: snapshot.loadedRows, rows: first }, readPage);
      return { snapshot, rows };
    },
    structuralSharing: false,
  });
}

/** A result as it was, and beside it what became of it since. */
export function SnapshotPage({ connectorId, snapshotId, versusId }: SnapshotPageProps) {
  const { t } = useTranslation('sql');
  const { dateTime, number } = useFormats();
  const scopedHref = useScopedHref();
  const changeSearch = useChangeEditorSearch();
  const opened = useQuery(snapshotQuery(connectorId, snapshotId));
  const others = useQuery(snapshotsQuery(connectorId));
  return (
    <div className={classes.page} ref={fillPage}>
      <QueryView query={opened}>
        {({ snapshot, rows }) => (
          <>
            <header className={classes.head}>
              <AppLink className={classes.back} href={scopedHref('/sql/editor')}>
                <Icon name="arrowLeft" size={15} /> {t('snapshot.back')}
              </AppLink>
              <h1 className={classes.title}>{snapshot.name}</h1>
              <span className={classes.facts}>
                {dateTime(snapshot.takenAt)}
                {' · '}
                {t('messages.rows', {
                  count: snapshot.loadedRows,
                  number: number(snapshot.loadedRows),
                })}
                {snapshot.owner && ` · ${snapshot.owner}`}
              </span>
              <span className={classes.space} />
              <NativeSelect
                size="xs"
                aria-label={t('snapshot.versus')}
                value={versusId ?? ''}
                data={[
                  { value: '', label: t('snapshot.versusNone') },
                  ...(others.data ?? [])
                    .filter(({ id }) => id !== snapshotId)
                    .map(({ id, name, takenAt }) => ({
                      value: id,
                      label: `${name} · ${dateTime(takenAt)}`,
                    })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  changeSearch({ versus: value || undefined }, { replace: false })
                }
              />
              <CopyButton value={location.href} />
              <Button
                size="compact-sm"
                variant="default"
                component={AppLink}
                href={`${scopedHref('/sql/editor')}&again=${snapshot.id}`}
              >
                {t('snapshot.runAgain')}
              </Button>
            </header>
            <pre className={classes.sql}>{snapshot.sql}</pre>
            {snapshot.parameters.length > 0 && (
              <div className={classes.values}>
                <GivenValues parameters={snapshot.parameters} />
              </div>
            )}
            <div className={classes.body}>
              {versusId ? (
                <Comparison
                  connectorId={connectorId}
                  now={{ snapshot, rows }}
                  versusId={versusId}
                />
              ) : (
                <RowsToRead
                  label={snapshot.name}
                  fields={snapshot.fields}
                  rows={rows}
                  source={snapshot.source}
                />
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

type Opened = { snapshot: Snapshot; rows: ReturnType<typeof createResultRows> };
type ComparisonProps = { connectorId: string; now: Opened; versusId: string };

function Comparison({ connectorId, now, versusId }: ComparisonProps) {
  const { t } = useTranslation('sql');
  const compared = useQuery({
    queryKey: ['queries', connectorId, 'diff', now.snapshot.id, versusId],
    queryFn: async ({ client }) => {
      const other = await client.fetchQuery(snapshotQuery(connectorId, versusId));
      const [mine, theirs] = await Promise.all([
        now.rows.readFirst(MOST_COMPARED),
        other.rows.readFirst(MOST_COMPARED),
      ]);
      return { other: other.snapshot, mine, theirs };
    },
    structuralSharing: false,
  });
  const { data } = compared;
  const diff = useMemo(() => {
    if (!data) return undefined;
    const side = ({ fields, source }: Snapshot, rows: Row[]) => ({ fields, source, rows });
    const isLater = now.snapshot.takenAt >= data.other.takenAt;
    const [before, after] = isLater
      ? [side(data.other, data.theirs), side(now.snapshot, data.mine)]
      : [side(now.snapshot, data.mine), side(data.other, data.theirs)];
    return { ...diffResults(before, after), fields: after.fields };
  }, [data, now]);
  const isCut = [now.snapshot, data?.other].some((one) => (one?.loadedRows ?? 0) > MOST_COMPARED);
  return (
    <QueryView query={compared}>
      {() =>
        diff && (
          <DiffTable
            diff={diff}
            fields={diff.fields}
            label={t('snapshot.difference')}
            mostRows={isCut ? MOST_COMPARED : undefined}
          />
        )
      }
    </QueryView>
  );
}
