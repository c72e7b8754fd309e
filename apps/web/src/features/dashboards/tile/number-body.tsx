import type { QueryRows } from '@causeway/contract/queries.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { readNumber } from './number-reading.ts';
import classes from './number-body.module.css';
import { writeNumber } from './write-number.ts';

/** One number, large. A second number of the row is what it is compared with. */
export function NumberBody({ result }: { result: QueryRows }) {
  const { t, i18n } = useTranslation('dashboards');
  const { value, before } = readNumber(result);
  if (value.text === null) return <p className={classes.none}>{t('tile.noValue')}</p>;
  return (
    <div className={classes.number}>
      <span className={classes.value} title={value.text}>
        {value.isNumber ? format(value.text, i18n.language) : value.text}
      </span>
      {before && (
        <span className={classes.before}>
          {before.change !== undefined && (
            <span className={classes.change}>
              <Icon name={before.change >= 0 ? 'arrowUp' : 'arrowDown'} size={13} />
              {percent(Math.abs(before.change), i18n.language)}
            </span>
          )}
          <span className={classes.beforeText}>
            {t('tile.before', { name: before.name, value: format(before.text, i18n.language) })}
          </span>
        </span>
      )}
    </div>
  );
}

function format(digits: string, language: string): string {
  return writeNumber(digits, language, { mostDigits: 2 });
}

function percent(part: number, language: string): string {
  const digits = part < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: digits,
  }).format(part);
}
