import { findEqualTargets } from '@causeway/contract/storage/targets.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './equal-targets.module.css';
import { shownName } from '../keys.ts';

const MOST_NAMED = 3;

type EqualTargetsProps = {
  items: { from: string; to: string }[];
  /** What happens to them. */
  effect: string;
};

/** Names things that want the same place, before anything begins. */
export function EqualTargets({ items, effect }: EqualTargetsProps) {
  const { t } = useTranslation('storage');
  const equal = findEqualTargets(items);
  if (equal.length === 0) return null;
  const names = equal.slice(0, MOST_NAMED).map(({ to }) => shownName(to));
  const more = equal.length - names.length;
  const named =
    more > 0 ? t('clash.andMore', { names: names.join(', '), count: more }) : names.join(', ');
  return (
    <p className={classes.notice} aria-live="polite">
      <Icon name="warning" size={14} />
      <span>
        {t('clash.equal', { names: named })} {effect}
      </span>
    </p>
  );
}
