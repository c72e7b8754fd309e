import { useTranslation } from 'react-i18next';
import classes from './guest-card.module.css';

/** Beside the way this browser was signed in by before. */
export function UsedLast() {
  const { t } = useTranslation('guest');
  return (
    <>
      {' '}
      <span className={classes.usedLast}>{t('login.usedLast')}</span>
    </>
  );
}
