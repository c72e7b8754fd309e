import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './as-of.module.css';

/** When what the tile shows was true. */
export function AsOf({ at }: { at: string }) {
  const { t, i18n } = useTranslation('dashboards');
  const { dateTime } = useFormats();
  return (
    <time className={classes.asOf} dateTime={at} title={t('tile.asOf', { time: dateTime(at) })}>
      {shortly(at, i18n.language)}
    </time>
  );
}

/** The time of today, the day before. */
function shortly(at: string, language: string): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday
    ? moment.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
    : moment.toLocaleDateString(language, { day: 'numeric', month: 'short' });
}
