import { formatOf, toneOf, type ColumnFormat } from '@causeway/contract/number-formats.ts';
import type { QueryRows, RunParameter } from '@causeway/contract/sql/queries.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import { regionOf, useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import { readNumberAt } from '@causeway/contract/drawing/number-reading.ts';
import { TileNote } from './tile-note.tsx';
import classes from './number-body.module.css';
import { Sparkline } from './sparkline.tsx';
import { ToneMark } from './tone-mark.tsx';

type NumberBodyProps = {
  result: QueryRows;
  formats: readonly ColumnFormat[] | undefined;
  isDownGood: boolean;
  timeZone: string;
  /** Of the time before, as much as has passed of the one that is running. */
  part: QueryRows | undefined;
  parameters: RunParameter[] | undefined;
};

/** One number, large, with what it is compared with and, where there is one, the way there. */
export function NumberBody(props: NumberBodyProps) {
  const { result, formats, isDownGood, timeZone, part, parameters } = props;
  const { t, i18n } = useTranslation('dashboards');
  const { number } = useFormats();
  const { language } = i18n;
  const { value, before, trend, running } = readNumberAt(result, part, {
    timeZone,
    language: regionOf(language),
    parameters,
  });
  if (value.text === null) return <TileNote>{t('tile.noValue')}</TileNote>;
  const format = formatOf(formats, value.column);
  const tone = value.number === null ? undefined : toneOf(format, value.number);
  const written = writeValue(value.text, format, { language });
  const change = before?.change;
  // The last of them is another one.
  const isCut = result.hasMore && trend.length > 0;
  const isGood = change !== undefined && change !== 0 && change > 0 !== isDownGood;
  return (
    <div className={classes.number}>
      <span
        className={classes.value}
        title={value.text}
        data-tone={tone}
        style={{ '--signs': written.length + (tone ? 2 : 0) } as CSSProperties}
      >
        {tone && <ToneMark tone={tone} />}
        {written}
      </span>
      {running && !before && <span className={classes.before}>{t('tile.running')}</span>}
      {before && (
        <span className={classes.before}>
          {change !== undefined && (
            <span className={classes.change} data-good={isGood} data-same={change === 0}>
              <Icon name={change >= 0 ? 'arrowUp' : 'arrowDown'} size={13} />
              {percent(Math.abs(change), language)}
            </span>
          )}
          {before.isNew && <span className={classes.change}>{t('tile.new')}</span>}
          <span className={classes.beforeText}>
            {t('tile.before', {
              name: before.name,
              value: writeValue(before.text, format, { language }),
            })}
          </span>
        </span>
      )}
      {trend.length > 1 && (
        <span className={classes.trend}>
          <Sparkline values={trend} />
        </span>
      )}
      {isCut && (
        <span className={classes.before}>
          <span className={classes.beforeText}>
            {t('tile.notLast', { count: number(result.rows.length) })}
          </span>
        </span>
      )}
    </div>
  );
}

function percent(part: number, language: string): string {
  const digits = part < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: digits,
  }).format(part);
}
