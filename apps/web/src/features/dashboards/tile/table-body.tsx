import type { QueryRows } from '@causeway/contract/queries.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ResultTable } from '#domain/artifacts/result-table.tsx';
import classes from './table-body.module.css';
import { isPlainNumber, writeNumber } from './write-number.ts';

/** Amounts are read by their groups of digits; whole numbers may be years and keys. */
const amounts = new Set(['numeric', 'float4', 'float8']);
const MOST_DIGITS = 20;

function writeCell(text: string, type: string, language: string): string {
  if (!amounts.has(type) || !isPlainNumber(text)) return text;
  return writeNumber(text, language, { mostDigits: MOST_DIGITS });
}

/** As many as anybody reads on a dashboard; the editor has the rest. */
const MOST_ROWS = 200;

export function TableBody({ title, result }: { title: string; result: QueryRows }) {
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
        write={(cell, field) => writeCell(String(cell), field.type, i18n.language)}
      />
      {isCut && (
        <p className={classes.cut}>
          {t('tile.firstRows', {
            shown: number(Math.min(MOST_ROWS, rows.length)),
            all: `${number(rows.length)}${hasMore ? '+' : ''}`,
          })}
        </p>
      )}
    </div>
  );
}
