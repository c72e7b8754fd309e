import { formatOf, toneOf, type ColumnFormat } from '@causeway/contract/number-formats.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { readGauge } from '@causeway/contract/drawing/gauge-reading.ts';
import { TileNote } from './tile-note.tsx';
import classes from './gauge-body.module.css';
import { ToneMark } from './tone-mark.tsx';

type GaugeBodyProps = {
  title: string;
  result: QueryRows;
  goal: number | null;
  look: 'ring' | 'bar';
  formats: readonly ColumnFormat[] | undefined;
};

/** How far a number is on its way to its goal: half a ring, or a bar. */
export function GaugeBody({ title, result, goal: ownGoal, look, formats }: GaugeBodyProps) {
  const { t, i18n } = useTranslation('dashboards');
  const { percent } = useFormats();
  const reading = readGauge(result, ownGoal);
  if (!reading) return <TileNote>{t('tile.noGoal')}</TileNote>;
  const { column, text, value, goal, share } = reading;
  const format = formatOf(formats, column);
  const tone = toneOf(format, value);
  const write = (digits: string) => writeValue(digits, format, { language: i18n.language });
  const shown = Math.max(0, Math.min(1, share));
  const picture = { 'data-tone': tone, style: { '--share': shown } as CSSProperties };
  return (
    <div className={classes.gauge} data-look={look}>
      {look === 'ring' && (
        <svg className={classes.ring} viewBox="0 0 100 54" aria-hidden {...picture}>
          <path className={classes.track} d="M8 50 A42 42 0 0 1 92 50" pathLength={1} />
          <path className={classes.done} d="M8 50 A42 42 0 0 1 92 50" pathLength={1} />
        </svg>
      )}
      <span className={classes.value} title={text}>
        {tone && <ToneMark tone={tone} />}
        {write(text)}
      </span>
      {look === 'bar' && (
        <span className={classes.bar} {...picture}>
          <span />
        </span>
      )}
      {/* What is seen as a length is read as a number. */}
      <meter className={classes.meter} min={0} max={goal} value={value} aria-label={title} />
      <span className={classes.goal}>
        {t('tile.ofGoal', { percent: percent(share), goal: write(String(goal)) })}
      </span>
    </div>
  );
}
