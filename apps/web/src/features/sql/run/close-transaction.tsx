import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTabRuns } from './use-runs.ts';
import type { RunStore } from './run-store.ts';

type CloseTransactionProps = {
  runs: RunStore;
  tabId: string;
  onEnd: (how: 'commit' | 'rollback') => void;
  onStay: () => void;
};

/** Closing a tab would take back what its transaction did so far. */
export function CloseTransaction({ runs, tabId, onEnd, onStay }: CloseTransactionProps) {
  const { t } = useTranslation('sql');
  const { transaction, isRunning } = useTabRuns(runs, tabId);
  const mayCommit = transaction?.state !== 'failed' && !isRunning;
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('transaction.closeTitle')}
      closeButtonProps={{ 'aria-label': t('transaction.stay') }}
      size={460}
      centered
    >
      <p>{t('transaction.closeLine', { count: transaction?.statements ?? 0 })}</p>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="subtle" color="red" onClick={() => onEnd('rollback')}>
          {t('transaction.rollback')}
        </Button>
        <Button variant="default" data-autofocus onClick={onStay}>
          {t('transaction.stay')}
        </Button>
        <Button disabled={!mayCommit} onClick={() => onEnd('commit')}>
          {t('transaction.commit')}
        </Button>
      </Group>
    </Modal>
  );
}
