import type { ImportPreview } from '@causeway/contract/imports/records.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { useTranslation } from 'react-i18next';
import type { MappedColumn } from '../plan/make-plan.ts';
import { ExistingColumn, ExistingRuleField, NewColumn, NullRuleField } from './mapping-fields.tsx';
import { MappingNotes } from './mapping-notes.tsx';
import classes from './mapping-table.module.css';
import { ParsedCell } from '../parsed-cell.tsx';
import type { ColumnChoice } from '../plan/plan-draft.ts';

type MappingTableProps = {
  mapped: readonly MappedColumn[];
  rows: ImportPreview['rows'];
  target: 'existing' | 'new';
  tableColumns: readonly TableColumn[];
  nullWords: readonly string[];
  onColumn: (from: string, choice: ColumnChoice) => void;
  onNullWord: (word: string) => void;
};

const MOST_SAMPLES = 3;

/** A line for each column of the file: what it holds, where it goes, as what, and what NULL means in it. */
export function MappingTable(props: MappingTableProps) {
  const { mapped, rows, target, tableColumns, nullWords, onColumn, onNullWord } = props;
  const { t } = useTranslation('imports');
  const isNew = target === 'new';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.frame} aria-label={t('map.label')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('map.from')}</th>
            <th scope="col">{t('map.to')}</th>
            <th scope="col">{t('map.type')}</th>
            {isNew && <th scope="col">{t('map.rules')}</th>}
            <th scope="col">{t('map.nulls')}</th>
          </tr>
        </thead>
        <tbody>
          {mapped.map((column, place) => (
            <tr key={column.from} data-left={column.to === null || undefined}>
              <th scope="row">
                <span className={classes.from}>{column.from}</span>
                <span className={classes.samples}>
                  {samplesOf(rows, place).map((cell, index) => (
                    // Samples may repeat, and have nothing else to be known by.
                    // oxlint-disable-next-line react/no-array-index-key
                    <ParsedCell key={index} cell={cell} />
                  ))}
                </span>
                <MappingNotes
                  column={column}
                  nullWords={nullWords}
                  onNullWord={onNullWord}
                  onType={isNew ? (type) => onColumn(column.from, { type }) : undefined}
                />
              </th>
              {isNew ? (
                <NewColumn column={column} onChange={(choice) => onColumn(column.from, choice)} />
              ) : (
                <ExistingColumn
                  column={column}
                  tableColumns={tableColumns}
                  taken={mapped.flatMap(({ to }) => to ?? [])}
                  onChange={(choice) => onColumn(column.from, choice)}
                />
              )}
              <td>
                <div className={classes.empties}>
                  <NullRuleField
                    column={column}
                    isNew={isNew}
                    onChange={(nulls) => onColumn(column.from, { nulls })}
                  />
                  <ExistingRuleField
                    column={column}
                    onChange={(existing) => onColumn(column.from, { existing })}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function samplesOf(rows: ImportPreview['rows'], place: number): (string | null)[] {
  return rows.slice(0, MOST_SAMPLES).map(({ cells }) => cells[place] ?? null);
}
