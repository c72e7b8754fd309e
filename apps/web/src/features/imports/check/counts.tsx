import type { ImportResult } from '@causeway/contract/imports/records.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './outcome.module.css';

const figures = ['rowsRead', 'inserted', 'updated', 'skipped', 'rejected'] as const;

/** The figures of a run; those that mean nothing here are left out. */
export function Counts({ result, isDryRun }: { result: ImportResult; isDryRun: boolean }) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const shown = figures.filter(
    (figure) => result[figure] > 0 || figure === 'rowsRead' || figure === 'inserted',
  );
  return (
    <dl className={classes.counts}>
      {shown.map((figure) => (
        <div key={figure} data-figure={figure}>
          <dt>{isDryRun ? t(`count.would.${figure}`) : t(`count.${figure}`)}</dt>
          <dd>{number(result[figure])}</dd>
        </div>
      ))}
    </dl>
  );
}
