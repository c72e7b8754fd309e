import type { WorkflowSummary } from '@causeway/contract/automations/workflows.ts';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './run-ticks.module.css';

type RunTicksProps = { ticks: WorkflowSummary['ticks']; href: string };

/** The last runs, the newest on the right; the strip leads to all of them. */
export function RunTicks({ ticks, href }: RunTicksProps) {
  const { t } = useTranslation('automations');
  if (ticks.length === 0) return <span className={classes.none}>{t('ticks.none')}</span>;
  const failed = ticks.filter(({ status }) => status === 'failed').length;
  const label = t('ticks.label', { count: ticks.length, failed });
  return (
    <AppLink className={classes.strip} href={href} aria-label={label} title={label}>
      {ticks.toReversed().map(({ id, status }) => (
        <span key={id} className={classes.tick} data-status={status} aria-hidden />
      ))}
    </AppLink>
  );
}
