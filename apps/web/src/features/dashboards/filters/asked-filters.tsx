import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { SideChoice } from '../customize/side-choice.tsx';
import type { Choice } from '../customize/merge-tiles.ts';
import classes from './asked-filters.module.css';
import type { AskedFilter, FilterAspect } from './merge-filters.ts';

type AskedFiltersProps = {
  asked: AskedFilter[];
  onChoose: (key: string, isTheirs: boolean) => void;
};

/** Filters that somebody else changed too: whose is kept. */
export function AskedFilters({ asked, onChoose }: AskedFiltersProps) {
  const { t } = useTranslation('dashboards');
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const list = (aspects: FilterAspect[]) =>
    aspects.map((aspect) => t(`filters.did.${aspect}`)).join(', ');
  return (
    <section className={classes.asked} aria-label={t('filters.asked')}>
      <p role="alert" className={classes.line}>
        <Icon name="warning" size={14} /> {t('filters.asked')}
      </p>
      <ul className={classes.list}>
        {asked.map(({ key, label, byMe, byThem }) => (
          <li key={key} className={classes.filter}>
            <span className={classes.what}>
              <b>{label}</b>
              <span>{t('merge.byMe', { what: list(byMe) })}</span>
              <span>{t('merge.byThem', { what: list(byThem) })}</span>
            </span>
            <SideChoice
              label={label}
              value={choices[key] ?? 'mine'}
              onChange={(side) => {
                setChoices({ ...choices, [key]: side });
                onChoose(key, side === 'theirs');
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
