import type { ColumnFormat } from '@causeway/contract/number-formats.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TableBody } from './table-body.tsx';

type ChartTableDialogProps = {
  title: string;
  result: QueryRows;
  formats: readonly ColumnFormat[] | undefined;
  onClose: () => void;
};

/** The numbers a chart is drawn from. */
export default function ChartTableDialog({ title, onClose, ...shown }: ChartTableDialogProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={760}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <TableBody title={title} {...shown} />
    </Modal>
  );
}
