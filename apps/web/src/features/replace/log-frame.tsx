import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './replace-log.module.css';

/** What was replaced before, line by line, whether in a table or in files. */
export function LogFrame({ lines, more }: { lines: ReactNode; more?: ReactNode }) {
  const { t } = useTranslation('replace');
  return (
    <section aria-labelledby="replace-log">
      <h2 className={classes.title} id="replace-log">
        {t('log.title')}
      </h2>
      <ol className={classes.log}>{lines}</ol>
      {more}
    </section>
  );
}
