import { creditsToUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { type Usage, usageKinds } from '@causeway/contract/billing/usage.ts';
import { useTranslation } from 'react-i18next';
import { useCredits } from '#domain/billing/use-credits.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './usage.module.css';

type Day = {
  day: string;
  parts: { kind: (typeof usageKinds)[number]; units: bigint }[];
  sum: bigint;
};

/** A bar a day, what it is made of stacked in it; who can't see it reads the same as a list. */
export function UsageChart({ usage }: { usage: Usage }) {
  const { t } = useTranslation('billing');
  const formats = useFormats('UTC');
  const credits = useCredits();
  const days = daysOf(usage);
  const most = days.reduce((best, { sum }) => (sum > best ? sum : best), 1n);
  const first = days[0];
  const last = days.at(-1);
  const kinds = usageKinds.filter((kind) =>
    days.some(({ parts }) => parts.some((part) => part.kind === kind)),
  );
  const percent = (units: bigint) => Number((units * 10_000n) / most) / 100;
  return (
    <figure className={classes.chart} aria-label={t('usage.chart')}>
      <ol className={classes.days}>
        {days.map(({ day, parts, sum }) => {
          const label = t('usage.day', {
            date: formats.date(`${day}T00:00:00Z`),
            credits: credits(unitsToCredits(sum), 'cost'),
          });
          return (
            <li key={day} className={classes.day} title={label}>
              <span className={classes.hidden}>{label}</span>
              {parts.map(({ kind, units }) => (
                <span
                  key={kind}
                  className={classes.part}
                  data-kind={kind}
                  style={{ height: `${percent(units)}%` }}
                />
              ))}
            </li>
          );
        })}
      </ol>
      <div className={classes.scale}>
        <span>{first && formats.date(`${first.day}T00:00:00Z`)}</span>
        <span>{t('usage.most', { credits: credits(unitsToCredits(most), 'cost') })}</span>
        <span>{last && formats.date(`${last.day}T00:00:00Z`)}</span>
      </div>
      <div className={classes.legend}>
        {kinds.map((kind) => (
          <span key={kind}>
            <span className={classes.swatch} data-kind={kind} />
            {t(`usage.kinds.${kind}`)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Every day of the month, also those without use: gaps would tell of another pace. */
function daysOf({ month, days }: Usage): Day[] {
  const byDay = new Map(days.map(({ day, costs }) => [day, costs]));
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return Array.from({ length: end.getUTCDate() }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    const costs = byDay.get(day) ?? {};
    const parts = usageKinds.flatMap((kind) => {
      const cost = costs[kind];
      return cost === undefined || cost === '0' ? [] : { kind, units: creditsToUnits(cost) };
    });
    return { day, parts, sum: parts.reduce((sum, { units }) => sum + units, 0n) };
  });
}
