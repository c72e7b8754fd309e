import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { sqlEditorRoutes, type OpenTransaction } from '@causeway/contract/sql/editor.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EffectView } from '#domain/effects/effect-view.tsx';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { bindingsOf } from '../run/run-store.ts';

type PreviewDialogProps = {
  connectorId: string;
  sql: string;
  tab: EditorTab;
  /** The tab's own: what it has done so far counts. */
  transaction: OpenTransaction | null;
  onRun: (sql: string) => void;
  onClose: () => void;
};

const actions = { INSERT: 'insert', UPDATE: 'update', DELETE: 'delete' } as const;

/** The blast radius: what the statement does to which rows, seen for real and taken back. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { connectorId, sql, tab, transaction, onRun, onClose } = props;
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const preview = useQuery({
    queryKey: ['queries', connectorId, 'preview', sql, transaction?.id],
    queryFn: ({ signal }) =>
      api.call(
        sqlEditorRoutes.preview,
        {
          body: {
            connector: { id: connectorId },
            sql,
            bindings: bindingsOf(tab, sql),
            ...(transaction && { transactionId: transaction.id }),
          },
        },
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = preview;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('preview.title')}
      size={900}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {transaction && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('preview.inTransaction')}
        </Text>
      )}
      <QueryView query={preview} errorTitle={t('preview.failed')}>
        {(effect) => <EffectView effect={effect} />}
      </QueryView>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button
          color="red"
          disabled={!data || data.rowCount === 0}
          onClick={() => {
            onClose();
            onRun(sql);
          }}
        >
          {data
            ? t(`preview.${actions[data.command]}`, {
                count: data.rowCount,
                number: number(data.rowCount),
              })
            : t('toolbar.run')}
        </Button>
      </Group>
    </Modal>
  );
}
