import { type KeyDay, SHOWN_DAYS } from '@causeway/contract/api-keys.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './calls-chart.module.css';

const DAY_MS = 86_400_000;

/** Calls a day of the last month: one bar a day, the refused part of it marked. */
export function CallsChart({ days }: { days: readonly KeyDay[] }) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  const [now] = useState(() => Date.now());
  const shown = everyDay(days, now);
  const most = Math.max(1, ...shown.map(({ calls }) => calls));
  const calls = shown.reduce((sum, day) => sum + day.calls, 0);
  const refused = shown.reduce((sum, day) => sum + day.refused, 0);
  const words = t('calls.words', {
    calls: formats.number(calls),
    refused: formats.number(refused),
  });
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} aria-hidden>
        {shown.map((day) => (
          <div
            key={day.day}
            className={classes.day}
            title={`${formats.date(day.day)}: ${t('calls.words', {
              calls: formats.number(day.calls),
              refused: formats.number(day.refused),
            })}`}
          >
            <div className={classes.bar} style={{ height: `${(day.calls / most) * 100}%` }}>
              <div
                className={classes.refused}
                style={{ height: `${(day.refused / Math.max(1, day.calls)) * 100}%` }}
              />
            </div>
          </div>
        ))}
      </div>
      <figcaption className={classes.caption}>
        <span>{formats.date(shown[0]?.day ?? '')}</span>
        <span>{words}</span>
        <span>{t('calls.today')}</span>
      </figcaption>
    </figure>
  );
}

/** Days without a call are not kept; they are shown all the same. */
function everyDay(days: readonly KeyDay[], now: number): KeyDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = new Date(now - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, calls: 0, refused: 0 };
  });
}
