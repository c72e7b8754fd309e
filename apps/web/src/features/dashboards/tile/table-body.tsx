import type { QueryRows } from '@causeway/contract/queries.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ResultTable } from '#platform/artifacts/result-table.tsx';
import classes from './table-body.module.css';

/** As many as anybody reads on a dashboard; the editor has the rest. */
const MOST_ROWS = 200;

export function TableBody({ title, result }: { title: string; result: QueryRows }) {
  const { t } = useTranslation('dashboards');
  const { number } = useFormats();
  const { fields, rows, hasMore } = result;
  const isCut = hasMore || rows.length > MOST_ROWS;
  return (
    <div className={classes.table}>
      <ResultTable
        label={t('tile.rows', { name: title })}
        fields={fields}
        rows={rows.slice(0, MOST_ROWS)}
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
