import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { queryRunRoutes } from '@causeway/contract/sql/query-runs.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { QueryView } from '#ui/query-view.tsx';
import { asTabParameters, GivenValues } from '../run/given-values.tsx';
import classes from './history-list.module.css';
import { runsQuery } from './runs-query.ts';

type HistoryListProps = {
  connectorId: string;
  search: string;
  onOpen: (tab: Partial<EditorTab>) => void;
};

/** What was run, newest first; one click opens it in a new tab. */
export function HistoryList({ connectorId, search, onOpen }: HistoryListProps) {
  const { t } = useTranslation('sql');
  const { ago, number } = useFormats();
  const queryClient = useQueryClient();
  const runs = useQuery(runsQuery(connectorId, search));

  async function clear() {
    const isSure = await confirmDialog({
      title: t('history.clearTitle'),
      losses: [t('history.clearLoss')],
      confirmLabel: t('history.clear'),
    });
    if (!isSure) return;
    await api.call(queryRunRoutes.clear, { body: { connector: { id: connectorId } } });
    await queryClient.invalidateQueries({ queryKey: ['queries', connectorId, 'runs'] });
  }

  return (
    <QueryView query={runs}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={classes.none}>{t('history.none')}</p>
        ) : (
          <>
            <ul className={classes.list}>
              {items.map((run) => (
                <li key={run.id}>
                  <button
                    type="button"
                    className={classes.run}
                    data-status={run.status}
                    title={run.error ?? run.sql.slice(0, 500)}
                    onClick={() =>
                      onOpen({ sql: run.sql, parameters: asTabParameters(run.parameters) })
                    }
                  >
                    <span className={classes.sql}>{run.sql}</span>
                    <GivenValues parameters={run.parameters} />
                    <span className={classes.facts}>
                      {ago(run.startedAt)}
                      {' · '}
                      {run.status === 'done'
                        ? `${t('messages.rows', { count: run.rowCount, number: number(run.rowCount) })} · ${number(Math.max(1, Math.round(run.milliseconds)))} ms`
                        : t(`history.${run.status}`)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              className={classes.clear}
              onClick={() => void clear().catch(notifyError)}
            >
              {t('history.clear')}
            </Button>
          </>
        )
      }
    </QueryView>
  );
}
