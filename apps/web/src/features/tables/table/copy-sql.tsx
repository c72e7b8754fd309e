import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import classes from './status-bar.module.css';
import { selectionOf } from '../tables-query.ts';
import { useTableSource } from '../use-table-source.ts';
import { useTableView } from '../use-table-view.ts';

/** Copies the statement that reads what is on screen, as the server would run it. */
export function CopySql({ columns }: { columns: string[] | undefined }) {
  const { t } = useTranslation('tables');
  const { connectorId, name } = useTableSource();
  const { view } = useTableView();
  const clipboard = useCopy();

  async function copy() {
    try {
      const { sql } = await api.call(tableRoutes.statement, {
        params: { table: name.table },
        query: {
          connector: { id: connectorId },
          schema: name.schema,
          ...selectionOf(view),
          sort: view.sorts,
          ...(columns && { columns }),
        },
      });
      await clipboard.copy(sql);
    } catch (error) {
      void notifyError(error);
    }
  }

  return (
    <UnstyledButton className={classes.action} onClick={() => void copy()}>
      <Icon name={clipboard.isCopied ? 'check' : 'copy'} size={13} />
      <span className={classes.wide}>{t(clipboard.isCopied ? 'copy.done' : 'status.copySql')}</span>
    </UnstyledButton>
  );
}
