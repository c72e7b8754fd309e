import { useTranslation } from 'react-i18next';
import classes from './changes-bar.module.css';
import type { DoubtfulValue } from './doubtful-values.ts';

/** Values that do not look like their type, each with its column and, of several, its row. */
export function DoubtfulLines({ doubtful }: { doubtful: readonly DoubtfulValue[] }) {
  const { t } = useTranslation('value-editors');
  const { t: tOfDrafts } = useTranslation('row-drafts');
  return doubtful.map(({ label, problem, row }, place) => (
    // The same may be said of the same column twice.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={place} className={classes.doubt}>
      {row && (
        <span data-values>
          {'key' in row ? row.key : tOfDrafts('mark.inserted', { number: row.added })} ·{' '}
        </span>
      )}
      <b>{label}:</b> {t(`problem.${problem.key}`)}
    </span>
  ));
}
