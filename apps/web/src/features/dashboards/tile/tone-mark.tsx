import type { RuleTone } from '@causeway/contract/number-formats.ts';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './tone-mark.module.css';

const marks: Record<RuleTone, IconName> = { good: 'success', warn: 'warning', bad: 'error' };

/** A colour never speaks alone: a sign stands beside it. */
export function ToneMark({ tone }: { tone: RuleTone }) {
  const { t } = useTranslation('dashboards');
  return (
    <span className={classes.mark} data-tone={tone} title={t(`tone.${tone}`)}>
      <Icon name={marks[tone]} size={14} />
      <span className={classes.word}>{t(`tone.${tone}`)}</span>
    </span>
  );
}
