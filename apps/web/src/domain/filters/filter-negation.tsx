import { useTranslation } from 'react-i18next';
import classes from './filter-form.module.css';

type NegationToggleProps = { isNegated: boolean; onToggle: () => void };

/** Pressed, what follows must not hold. */
export function NegationToggle({ isNegated, onToggle }: NegationToggleProps) {
  const { t } = useTranslation('filters');
  return (
    <button
      type="button"
      className={classes.negation}
      aria-pressed={isNegated}
      title={t('filter.negate')}
      onClick={onToggle}
    >
      {t('filter.not')}
    </button>
  );
}
