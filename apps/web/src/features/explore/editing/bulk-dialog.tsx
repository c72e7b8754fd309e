import type { StagedValue } from '@causeway/contract/edits.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NULL_VALUE } from '#platform/value-editors/field-value.ts';
import type { ShownColumn } from '../table-columns.ts';
import classes from './bulk-dialog.module.css';
import { ColumnValueFields } from './column-value-fields.tsx';
import { valueIn, type GridRow } from './grid-rows.ts';

type BulkDialogProps = {
  connectorId: string;
  rows: GridRow[];
  /** The column it starts with. */
  column: string;
  columns: ShownColumn[];
  onApply: (column: string, value: StagedValue) => void;
  onClose: () => void;
};

/** One value for a column of many rows. */
export default function BulkDialog(props: BulkDialogProps) {
  const { connectorId, rows, columns, onApply, onClose } = props;
  const { t } = useTranslation('editing');
  const [name, setName] = useState(props.column);
  const column = columns.find((one) => one.name === name) ?? columns[0];
  const [values, setValues] = useState<Record<string, StagedValue>>({});
  if (!column) return null;
  const [first] = rows;
  const value = values[column.name] ?? (first && valueIn(first, column)) ?? NULL_VALUE;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.title', { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>
        <ColumnValueFields
          {...{ connectorId, columns, column, value }}
          onColumn={setName}
          onChange={(next) => setValues({ ...values, [column.name]: next })}
        />
        <p className={classes.note}>{t('bulk.note')}</p>
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            onClick={() => {
              onApply(column.name, value);
              onClose();
            }}
          >
            {t('bulk.apply', { count: rows.length })}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
