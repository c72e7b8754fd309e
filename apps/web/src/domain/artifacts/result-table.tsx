import { isNumberType, type Cell, type ResultField } from '@causeway/contract/artifacts.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import classes from './result-table.module.css';

type ResultTableProps = {
  label: string;
  fields: ResultField[];
  rows: Cell[][];
  /** How a value is written; as the database printed it, where nothing is said. */
  write?: (cell: NonNullable<Cell>, field: ResultField) => string;
  /** What stands before it. */
  renderMark?: (cell: NonNullable<Cell>, field: ResultField) => ReactNode;
};

/** The rows of an answer as the database gave them. NULL is told apart from an empty text. */
export function ResultTable({ label, fields, rows, write = String, renderMark }: ResultTableProps) {
  const { t } = useTranslation('artifacts');
  if (rows.length === 0) return <p className={classes.none}>{t('noRows')}</p>;
  return (
    <div className={classes.table}>
      <SimpleTable
        label={label}
        rows={rows}
        rowKey={(_, index) => index}
        columns={fields.map((field, column) => ({
          key: `${column} ${field.name}`,
          header: field.name,
          isNumber: isNumberType(field.type),
          render: (row: Cell[]) => {
            const cell = row[column] ?? null;
            if (cell === null) return <CellText text={null} />;
            return (
              <>
                {renderMark?.(cell, field)}
                <CellText text={write(cell, field)} />
              </>
            );
          },
        }))}
      />
    </div>
  );
}

function CellText({ text }: { text: string | null }) {
  if (text === null) return <span className={classes.null}>NULL</span>;
  return <span className={classes.cell}>{text}</span>;
}
