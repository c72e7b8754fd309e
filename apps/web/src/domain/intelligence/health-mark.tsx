import type { TableHealth } from '@causeway/contract/intelligence/intelligence.ts';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './health-mark.module.css';

/** How many findings a table has, beside its name, in the colour of the gravest; nothing where there are none. */
export function HealthMark({ health }: { health: TableHealth | undefined }) {
  const { t } = useTranslation('domain');
  if (!health) return null;
  const label = t('health.findings', { count: health.findings });
  return (
    <span className={classes.mark} data-worst={health.worst} title={label}>
      <span aria-hidden>{health.findings}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
