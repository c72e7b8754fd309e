import type { ImportResult } from '@causeway/contract/imports/records.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './outcome.module.css';

type EmptyCellsProps = { cells: NonNullable<ImportResult['emptyCells']> };

/** What becomes of values that are there where the file has none, a column a line. */
export function EmptyCells({ cells }: EmptyCellsProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  return (
    <section aria-label={t('emptyCells.title')}>
      <h3 className={classes.subtitle}>{t('emptyCells.title')}</h3>
      <ul className={classes.emptyCells}>
        {cells.map(({ column, kept, overwritten }) => {
          const count = kept + overwritten;
          const fate = overwritten > 0 ? ('overwritten' as const) : ('kept' as const);
          return (
            <li key={column} data-fate={fate}>
              <span className={classes.column}>{column}</span>
              {t(`emptyCells.${fate}`, { count, number: number(count) })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
