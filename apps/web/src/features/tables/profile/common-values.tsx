import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';
import { useTranslation } from 'react-i18next';
import { shortText } from '#domain/data-grid/cell-display.ts';
import classes from './column-profile.module.css';

const MOST_SHOWN = 8;

type CommonValuesProps = {
  profile: ColumnProfile;
  /** Null stands for rows without a value. */
  onFilter: (value: string | null) => void;
};

/** The values met most often; each is a filter. */
export function CommonValues({ profile, onFilter }: CommonValuesProps) {
  const { t, i18n } = useTranslation('tables');
  const { common, nullShare } = profile;
  const values: { value: string | null; share: number }[] = [
    ...common.slice(0, MOST_SHOWN),
    ...(nullShare ? [{ value: null, share: nullShare }] : []),
  ];
  if (values.length === 0) return null;
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumSignificantDigits: 2,
  });
  const most = Math.max(...values.map(({ share }) => share));
  return (
    <section>
      <h3 className={classes.subtitle}>{t('profile.common')}</h3>
      <ul className={classes.values}>
        {values.map(({ value, share }) => (
          <li key={value ?? 'null'}>
            <button
              type="button"
              className={classes.value}
              title={t('profile.filterBy')}
              onClick={() => onFilter(value)}
            >
              <span className={classes.bar} style={{ width: `${(share / most) * 100}%` }} />
              <span className={classes.text} data-nothing={!value || undefined}>
                {value === null ? 'NULL' : value === '' ? t('data-grid:empty') : shortText(value)}
              </span>
              <span className={classes.share}>{percent.format(share)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
