import type { StagedValue } from '@causeway/contract/edits.ts';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ValueEditor } from '#platform/value-editors/value-editor.tsx';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './bulk-dialog.module.css';
import { ReferenceBox } from './reference-box.tsx';

type ColumnValueFieldsProps = {
  connectorId: string;
  columns: ShownColumn[];
  column: ShownColumn;
  value: StagedValue;
  onColumn: (name: string) => void;
  onChange: (value: StagedValue) => void;
};

/** A column, and the value many rows are to get in it. */
export function ColumnValueFields(props: ColumnValueFieldsProps) {
  const { connectorId, columns, column, value, onColumn, onChange } = props;
  const { t } = useTranslation('editing');
  const reference = column.foreignKey?.columns.length === 1 ? column.foreignKey : undefined;
  return (
    <>
      <NativeSelect
        label={t('bulk.column')}
        value={column.name}
        data={columns.map((one) => ({ value: one.name, label: one.label }))}
        onChange={({ currentTarget }) => onColumn(currentTarget.value)}
      />
      <div>
        <div className={classes.head}>
          <span>{t('bulk.value')}</span>
          <code>{column.exactType}</code>
          <ValueMenu column={column} label={column.label} onChange={onChange} />
        </div>
        {reference ? (
          <ReferenceBox
            connectorId={connectorId}
            reference={reference}
            column={column}
            value={value}
            onChange={onChange}
          />
        ) : (
          <ValueEditor column={column} label={column.label} value={value} onChange={onChange} />
        )}
      </div>
    </>
  );
}
