import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './overview.module.css';

type Hour = { at: string; done: number; failed: number; cancelled: number };

/** The last 24 hours as bars, what failed on top of what went well. */
export function Hours({ hours }: { hours: readonly Hour[] }) {
  const { t } = useTranslation('automations');
  const { dateTime } = useFormats();
  const wholeOf = ({ done, failed, cancelled }: Hour) => done + failed + cancelled;
  const most = Math.max(1, ...hours.map(wholeOf));
  const [all, failed] = [
    hours.reduce((sum, hour) => sum + wholeOf(hour), 0),
    hours.reduce((sum, hour) => sum + hour.failed, 0),
  ];
  return (
    <figure className={classes.figure}>
      <div className={classes.hours} aria-hidden>
        {hours.map((hour) => (
          <span
            key={hour.at}
            className={classes.hour}
            title={`${dateTime(hour.at)}: ${t('overview.ran', { count: wholeOf(hour), failed: hour.failed })}`}
          >
            <span className={classes.failed} style={{ height: `${(hour.failed / most) * 100}%` }} />
            <span
              className={classes.done}
              style={{ height: `${((hour.done + hour.cancelled) / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {[hours[0], hours[hours.length >> 1]].map(
          (hour) => hour && <span key={hour.at}>{dateTime(hour.at)}</span>,
        )}
        <span>{t('overview.now')}</span>
      </div>
      <figcaption className={classes.none}>{t('overview.ran', { count: all, failed })}</figcaption>
    </figure>
  );
}
