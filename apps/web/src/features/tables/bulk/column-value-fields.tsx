import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ValueMenu } from '#domain/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './bulk-dialog.module.css';
import { ColumnEditor } from '#domain/data-grid/column-editor.tsx';
import type { CellEdit } from '#domain/row-drafts/stage.ts';

type ColumnValueFieldsProps = {
  connectorId: string;
  columns: ShownColumn[];
  column: ShownColumn;
  valueOf: (column: string) => StagedValue | undefined;
  onColumn: (name: string) => void;
  onChange: (edits: CellEdit[]) => void;
};

/**
 * A column, and the value many rows are to get in it. A foreign key of several columns is chosen as a
 * whole where all of them may be changed.
 */
export function ColumnValueFields(props: ColumnValueFieldsProps) {
  const { connectorId, columns, column, valueOf, onColumn, onChange } = props;
  const { t } = useTranslation('edits');
  const isWhole = togetherWith(column).every((name) => columns.some((one) => one.name === name));
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
          <ValueMenu
            column={column}
            label={column.label}
            onChange={(value) => onChange([{ column: column.name, value }])}
          />
        </div>
        <ColumnEditor
          connectorId={connectorId}
          column={isWhole ? column : { ...column, foreignKey: undefined }}
          valueOf={valueOf}
          onChange={onChange}
        />
      </div>
    </>
  );
}

/** The columns that are chosen with this one, itself among them. */
export function togetherWith({ name, foreignKey }: ShownColumn): string[] {
  return foreignKey?.columns ?? [name];
}
