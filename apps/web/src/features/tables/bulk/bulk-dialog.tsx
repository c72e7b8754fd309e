import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import type { ShownColumn } from '../table-columns.ts';
import classes from './bulk-dialog.module.css';
import { ColumnValueFields, togetherWith } from './column-value-fields.tsx';
import { valueOf, type GridRow } from '../edits/grid-rows.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';

type BulkDialogProps = {
  connectorId: string;
  rows: GridRow[];
  /** The column it starts with. */
  column: string;
  columns: ShownColumn[];
  onApply: (edits: CellEdit[]) => void;
  onClose: () => void;
};

/** One value for a column of many rows. */
export default function BulkDialog(props: BulkDialogProps) {
  const { connectorId, rows, columns, onApply, onClose } = props;
  const { t } = useTranslation('edits');
  const [name, setName] = useState(props.column);
  const column = columns.find((one) => one.name === name) ?? columns[0];
  const [values, setValues] = useState<Record<string, StagedValue | undefined>>({});
  const guard = useTypedGuard(onClose);
  if (!column) return null;
  const [first] = rows;
  const valueNow = (wanted: string) =>
    values[wanted] ?? (first && valueOf(first, columns, wanted)) ?? NULL_VALUE;
  const wanted = togetherWith(column).filter((one) => one in values || one === column.name);
  return (
    <Modal
      opened
      {...guard}
      title={t('bulk.title', { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>
        <ColumnValueFields
          {...{ connectorId, columns, column }}
          valueOf={valueNow}
          onColumn={setName}
          onChange={(edits) => {
            const next = edits.map((edit) => [edit.column, edit.value] as const);
            setValues({ ...values, ...Object.fromEntries(next) });
          }}
        />
        <p className={classes.note}>{t('bulk.note')}</p>
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            onClick={() => {
              onApply(wanted.map((one) => ({ column: one, value: valueNow(one) })));
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
