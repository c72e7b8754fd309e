import type { Snapshot } from '@causeway/contract/sql/query-runs.ts';
import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { DataGrid, type Column } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { columnOfType, isNumberType } from '#domain/data-grid/cell-display.ts';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import gridClasses from '#domain/data-grid/grid.module.css';
import classes from './diff-table.module.css';
import type { DiffRow, ResultDiff } from './result-diff.ts';

type DiffTableProps = {
  diff: ResultDiff;
  fields: Snapshot['fields'];
  label: string;
  /** Only so many rows of each were compared. */
  mostRows: number | undefined;
};

const signs = { added: '+', removed: '−', changed: '~', same: '' };

/** Rows that came, went and changed; those that stayed are shown on request. */
export function DiffTable({ diff, fields, label, mostRows }: DiffTableProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const [shown, setShown] = useState<'different' | 'all'>('different');
  const rows = useMemo(
    () => (shown === 'all' ? diff.rows : diff.rows.filter(({ kind }) => kind !== 'same')),
    [diff, shown],
  );
  const columns = useMemo(
    (): Column<DiffRow>[] => [
      { key: 'sign', name: '', width: 36, frozen: true, renderCell: ({ row }) => signs[row.kind] },
      ...fields.map(({ name, type }, at): Column<DiffRow> => ({
        key: `${at} ${name}`,
        name,
        resizable: true,
        minWidth: 90,
        cellClass: isNumberType(type) ? (gridClasses.number ?? '') : '',
        renderCell: ({ row }) => {
          const cell = row.row[at] ?? null;
          const isChanged = row.kind === 'changed' && row.before[at] !== row.row[at];
          if (!isChanged) return <CellView cell={cell} column={columnOfType(type)} />;
          return (
            <span className={classes.changed}>
              <del>
                <CellView cell={row.before[at] ?? null} column={columnOfType(type)} />
              </del>{' '}
              <CellView cell={cell} column={columnOfType(type)} />
            </span>
          );
        },
      })),
    ],
    [fields],
  );
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.counts}>
          {(['added', 'removed', 'changed', 'same'] as const).map((kind) => (
            <span key={kind} data-kind={kind}>
              {t(`diff.${kind}`, { number: number(diff.counts[kind]) })}
            </span>
          ))}
        </span>
        <span className={classes.key}>{t('diff.key', { columns: diff.key.join(', ') })}</span>
        {mostRows !== undefined && (
          <span className={classes.cut}>{t('diff.cut', { number: number(mostRows) })}</span>
        )}
        <SegmentedControl
          size="xs"
          value={shown}
          data={[
            { value: 'different', label: t('diff.onlyDifferent') },
            { value: 'all', label: t('diff.all') },
          ]}
          onChange={(value) => setShown(value)}
        />
      </div>
      {rows.length === 0 ? (
        <p className={classes.none}>{t('diff.none')}</p>
      ) : (
        <DataGrid
          aria-label={label}
          className={`${gridClasses.grid} ${classes.grid}`}
          columns={columns}
          rows={rows}
          rowHeight={28}
          headerRowHeight={30}
          rowClass={({ kind }) => classes[kind]}
        />
      )}
    </div>
  );
}
