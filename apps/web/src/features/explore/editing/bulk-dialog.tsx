import type { StagedValue } from '@causeway/contract/edits.ts';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NULL_VALUE } from '#platform/value-editors/field-value.ts';
import { ValueEditor } from '#platform/value-editors/value-editor.tsx';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './bulk-dialog.module.css';
import { valueIn, type GridRow } from './grid-rows.ts';
import { ReferenceBox } from './reference-box.tsx';

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
  const reference = column.foreignKey?.columns.length === 1 ? column.foreignKey : undefined;
  const change = (next: StagedValue) => setValues({ ...values, [column.name]: next });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.title', { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>
        <NativeSelect
          label={t('bulk.column')}
          value={column.name}
          data={columns.map((one) => ({ value: one.name, label: one.label }))}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div>
          <div className={classes.head}>
            <span>{t('bulk.value')}</span>
            <code>{column.exactType}</code>
            <ValueMenu column={column} label={column.label} onChange={change} />
          </div>
          {reference ? (
            <ReferenceBox
              connectorId={connectorId}
              reference={reference}
              column={column}
              value={value}
              onChange={change}
            />
          ) : (
            <ValueEditor column={column} label={column.label} value={value} onChange={change} />
          )}
        </div>
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
