import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { changeSetQuery } from '#domain/ledger/change-set-query.ts';
import { RevertSet } from '#domain/ledger/revert-set.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import classes from '../check/outcome.module.css';

type RevertImportProps = {
  projectId: string;
  connectorId: string;
  changeSetId: string;
  record: ImportRecord;
};

/** Takes an import back; a table that was made for it stays empty, and may go as well. */
export function RevertImport(props: RevertImportProps) {
  const { projectId, connectorId, changeSetId, record } = props;
  const { t } = useTranslation('imports');
  const { data: set } = useQuery(changeSetQuery(connectorId, changeSetId));
  const name = record.plan ? settingsNameOf(record.plan.target) : '';
  const drop = useMutation({
    mutationFn: () =>
      api.call(importRoutes.dropTable, {
        params: { importId: record.id },
        body: { connector: { id: connectorId } },
      }),
    onSuccess: async (dropped) => {
      queryClient.setQueryData(importKey(connectorId, 'one', record.id), dropped);
      await queryClient.invalidateQueries({ queryKey: ['connectors', projectId, connectorId] });
    },
    onError: notifyError,
  });

  async function askToDrop(): Promise<void> {
    const isSure = await confirmDialog({
      title: t('result.dropTable', { name }),
      losses: [t('result.dropTableLine')],
      confirmLabel: t('result.drop'),
    });
    if (isSure) drop.mutate();
  }

  const isMade = record.result?.createdTable === true;
  if (record.result?.droppedTable)
    return <span className={classes.note}>{t('result.dropped')}</span>;
  return (
    <>
      <RevertSet
        connectorId={connectorId}
        changeSetId={changeSetId}
        screen="import"
        label={t('result.revert')}
        {...(isMade && { onReverted: () => void askToDrop() })}
      />
      {isMade && set?.revertedById && (
        <Button
          variant="default"
          leftSection={<Icon name="trash" />}
          loading={drop.isPending}
          onClick={() => void askToDrop()}
        >
          {t('result.dropEmpty')}
        </Button>
      )}
    </>
  );
}
