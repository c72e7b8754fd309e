import { useTranslation } from 'react-i18next';
import { regionOf, useFormats, useReaderZone } from '#platform/i18n/use-formats.ts';
import classes from './as-of.module.css';

type AsOfProps = { at: string; timeZone: string };

/** When what the tile shows was true, by the clock of its project. */
export function AsOf({ at, timeZone: ofProject }: AsOfProps) {
  const { t, i18n } = useTranslation('dashboards');
  const timeZone = useReaderZone() ?? ofProject;
  const { dateTime } = useFormats(timeZone);
  const time = `${dateTime(at)} (${timeZone})`;
  return (
    <time className={classes.asOf} dateTime={at} title={t('tile.asOf', { time })}>
      {shortly(new Date(at), { language: regionOf(i18n.language), timeZone })}
    </time>
  );
}

/** The time of today, the day before. */
function shortly(at: Date, { language, timeZone }: { language: string; timeZone: string }): string {
  const day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'short' });
  const isToday = day.format(at) === day.format(new Date());
  return isToday
    ? at.toLocaleTimeString(language, { timeZone, hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString(language, { timeZone, day: 'numeric', month: 'short' });
}
