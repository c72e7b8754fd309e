import type { FindingChart } from '@causeway/contract/intelligence/intelligence.ts';
import type { CSSProperties } from 'react';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './finding-chart.module.css';

type FindingChartViewProps = { chart: FindingChart; label: string };

/** What was counted: values as bars, or days within the band that is usual for them. */
export function FindingChartView({ chart, label }: FindingChartViewProps) {
  return chart.kind === 'bars' ? <Bars chart={chart} /> : <Days chart={chart} label={label} />;
}

function Bars({ chart }: { chart: Extract<FindingChart, { kind: 'bars' }> }) {
  const { number } = useFormats();
  const most = Math.max(1, ...chart.bars.map(({ count }) => count));
  return (
    <ul className={classes.bars}>
      {chart.bars.map(({ label, count, isOdd }) => (
        <li key={label} className={classes.bar} data-odd={isOdd || undefined}>
          <span className={classes.label}>{label}</span>
          <span className={classes.track}>
            <span className={classes.fill} style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className={classes.count}>{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}

const WIDTH = 600;
const HEIGHT = 120;

/** Of the width: so near to an end its date has no room beside the one of the day. */
const NEAR_END = 0.25;

type DaysProps = { chart: Extract<FindingChart, { kind: 'days' }>; label: string };

function Days({ chart, label }: DaysProps) {
  const { date } = useFormats();
  const { days } = chart;
  // At noon it is the same day in every zone.
  const said = (day: string | undefined) => day && date(`${day}T12:00:00Z`);
  const most = Math.max(1, ...days.map(({ value, high }) => Math.max(value, high)));
  const x = (place: number) => (WIDTH * place) / Math.max(1, days.length - 1);
  const y = (value: number) => HEIGHT - (HEIGHT * value) / most;
  const band = [
    ...days.map(({ high }, place) => `${x(place)},${y(high)}`),
    ...days.map(({ low }, place) => `${x(place)},${y(low)}`).toReversed(),
  ].join(' ');
  const line = days.map(({ value }, place) => `${x(place)},${y(value)}`).join(' ');
  const at = days.findIndex(({ day }) => day === chart.day);
  const odd = days[at];
  const part = at / Math.max(1, days.length - 1);
  return (
    <figure className={classes.figure} aria-label={label}>
      <svg viewBox={`-4 -6 ${WIDTH + 8} ${HEIGHT + 12}`} aria-hidden>
        <polygon points={band} className={classes.band} />
        <polyline points={line} className={classes.line} />
        {odd && <circle cx={x(at)} cy={y(odd.value)} r={4} className={classes.odd} />}
      </svg>
      <figcaption className={classes.ends}>
        <span hidden={odd && part < NEAR_END}>{said(days[0]?.day)}</span>
        {odd && (
          <span className={classes.at} style={{ '--at': part } as CSSProperties}>
            {said(odd.day)}
          </span>
        )}
        <span hidden={odd && part > 1 - NEAR_END}>{said(days.at(-1)?.day)}</span>
      </figcaption>
    </figure>
  );
}
