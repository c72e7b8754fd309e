import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CellsGrid, type CellRow } from './cells-grid.tsx';
import {
  addRecord,
  listFilled,
  readCsv,
  removeRecord,
  setValue,
  writeCsv,
  type CsvDocument,
} from './csv-document.ts';
import classes from './grid-view.module.css';

type CsvGridProps = { text: string; isReadOnly: boolean; onText: (text: string) => void };

/** The first line names the columns; a row is known by its line. */
export default function CsvGrid({ text, isReadOnly, onText }: CsvGridProps) {
  const { t } = useTranslation('storage');
  const [active, setActive] = useState<number>();
  const document = useMemo(() => readCsv(text), [text]);
  const { columns, rows, records } = useMemo(() => toRows(document), [document]);
  const change = (next: CsvDocument) => onText(writeCsv(next));
  const activeRecord = active === undefined ? undefined : records[active - 1];
  return (
    <div className={classes.view}>
      <div className={classes.grid}>
        <CellsGrid
          label={t('csv.label')}
          columns={columns}
          rows={rows}
          isReadOnly={isReadOnly}
          onCell={(row, column, value) =>
            change(setValue(document, { record: records[row.index - 1] ?? -1, column }, value))
          }
          onActive={(row) => setActive(row?.index)}
        />
      </div>
      {!isReadOnly && (
        <div className={classes.bar}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Icon name="plus" size={13} />}
            onClick={() => change(addRecord(document, columns.length))}
          >
            {t('csv.addRow')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={activeRecord === undefined}
            leftSection={<Icon name="trash" size={13} />}
            onClick={() =>
              activeRecord !== undefined && change(removeRecord(document, activeRecord))
            }
          >
            {t('csv.removeRow')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Rows count from 1; `records` leads from a row back to its line. */
function toRows(document: CsvDocument) {
  const [header, ...records] = listFilled(document);
  const textsOf = (record: number | undefined) =>
    document.records[record ?? -1]?.values.map((value) => value.text) ?? [];
  const named = textsOf(header);
  const width = Math.max(
    named.length,
    ...records.slice(0, 1000).map((record) => textsOf(record).length),
  );
  const columns = Array.from({ length: width }, (_, place) => named[place] ?? '');
  const rows: CellRow[] = records.map((record, place) => ({
    index: place + 1,
    cells: textsOf(record),
  }));
  return { columns, rows, records };
}
