import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import classes from './header.module.css';

/** What the current database or bucket was said to be for; nothing where nobody said. */
export function EnvironmentMark({ connector }: { connector: Connector | undefined }) {
  const { t } = useTranslation('shell');
  // Settings arrive as they are kept.
  const environment = connector?.settings?.['environment'];
  if (typeof environment !== 'string') return null;
  return (
    <span className={classes.environment} data-environment={environment}>
      {t(`environment.${environment}`)}
    </span>
  );
}
