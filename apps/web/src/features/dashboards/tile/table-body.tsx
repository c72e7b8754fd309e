import {
  type ColumnFormat,
  formatOfCell,
  isAmount,
  toneOf,
} from '@causeway/contract/number-formats.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { readableTime } from '#domain/data-grid/readable-time.ts';
import { ResultTable } from '#domain/artifacts/result-table.tsx';
import { numberOf } from '@causeway/contract/drawing/chart-data.ts';
import { isPlainNumber, writeNumber } from '@causeway/contract/drawing/write-number.ts';
import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import { TileNote } from './tile-note.tsx';
import classes from './table-body.module.css';
import { ToneMark } from './tone-mark.tsx';

const MOST_DIGITS = 20;

function writeCell(text: string, type: string, language: string): string {
  if (!isAmount(type) || !isPlainNumber(text)) return readableTime(text, type);
  return writeNumber(text, language, { mostDigits: MOST_DIGITS });
}

/** As many as anybody reads on a dashboard; the editor has the rest. */
const MOST_ROWS = 200;

type TableBodyProps = {
  title: string;
  result: QueryRows;
  formats: readonly ColumnFormat[] | undefined;
};

export function TableBody({ title, result, formats }: TableBodyProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { number } = useFormats();
  const { fields, rows, hasMore } = result;
  const isCut = hasMore || rows.length > MOST_ROWS;
  return (
    <div className={classes.table}>
      <ResultTable
        label={t('tile.rows', { name: title })}
        fields={fields}
        rows={rows.slice(0, MOST_ROWS)}
        write={(cell, field) => {
          const format = formatOfCell(formats, field);
          if (!format) return writeCell(String(cell), field.type, i18n.language);
          return writeValue(String(cell), format, { language: i18n.language });
        }}
        renderMark={(cell, { name, type }) => {
          const own = formats?.find(({ column }) => column === name);
          const value = type === 'money' ? numberOf(cell) : Number(cell);
          const tone = value === null ? undefined : toneOf(own, value);
          return tone && <ToneMark tone={tone} />;
        }}
      />
      {isCut && (
        <TileNote isFoot>
          {t('tile.firstRows', {
            shown: number(Math.min(MOST_ROWS, rows.length)),
            all: `${number(rows.length)}${hasMore ? '+' : ''}`,
          })}
        </TileNote>
      )}
    </div>
  );
}
