import {
  draftRoutes,
  MOST_STAGED_AT_ONCE,
  type DraftChange,
} from '@causeway/contract/tables/edits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import classes from './staged-tables.module.css';
import { tablePath, type TableName } from '../table-name.ts';
import { draftsQuery } from '../tables-query.ts';
import { useTableLabels } from './use-table-labels.ts';

/** Where edits were left without being saved. Those of a table that is gone can only be thrown away. */
export function StagedTables({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation('tables');
  const queryClient = useQueryClient();
  const scopedHref = useScopedHref();
  const labelOf = useTableLabels();
  const query = draftsQuery(connectorId);
  const { data = [] } = useQuery(query);

  async function discard({ schema, table }: TableName) {
    const params = { table };
    const body = { connector: { id: connectorId }, schema };
    try {
      const { changes, seen } = await api.call(draftRoutes.discard, { params, body });
      await queryClient.invalidateQueries(query);
      const stage = (put: DraftChange[]) =>
        api.call(draftRoutes.stage, { params, body: { ...body, put, ...(seen && { seen }) } });
      await showUndo(t('staged.discarded', { table }), () => restore(changes, stage));
    } catch (error) {
      await notifyError(error);
    }
  }

  async function restore(changes: DraftChange[], stage: (put: DraftChange[]) => Promise<unknown>) {
    try {
      for (let start = 0; start < changes.length; start += MOST_STAGED_AT_ONCE) {
        await stage(changes.slice(start, start + MOST_STAGED_AT_ONCE));
      }
    } catch (error) {
      await notifyError(error);
    }
    await queryClient.invalidateQueries(query);
  }

  if (data.length === 0) return null;
  return (
    <section className={classes.staged} aria-label={t('staged.title')}>
      <span className={classes.title}>{t('staged.title')}</span>
      {data.map(({ schema, table, inserts, updates, deletes }) => (
        <span key={JSON.stringify([schema, table])} className={classes.chip}>
          <AppLink className={classes.link} href={scopedHref(tablePath({ schema, table }))}>
            {labelOf({ schema, table })}{' '}
            <span className={classes.count}>
              {t('staged.rows', { count: inserts + updates + deletes })}
            </span>
          </AppLink>
          <button
            type="button"
            className={classes.discard}
            aria-label={t('staged.discard', { table })}
            title={t('staged.discard', { table })}
            onClick={() => void discard({ schema, table })}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
    </section>
  );
}
