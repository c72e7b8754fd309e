import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import { HomeCard } from './home-card.tsx';
import classes from './home.module.css';

/** A sample to try: the data that is there, a dashboard over it, and the two keys that reach everything else. */
export function TryIt() {
  const { t } = useTranslation('home');
  const { project, connector } = useCurrentProject();
  // The sidebar asks for the same, so this costs nothing.
  const { data: [dashboard] = [] } = useQuery({
    ...dashboardsQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  const scopedHref = useScopedHref();
  return (
    <HomeCard title={t('try.title')}>
      {connector && (
        <li>
          <AppLink href={scopedHref('/explore')} className={classes.link}>
            <Icon name={connector.implementation === 'sql' ? 'database' : 'folder'} />
            <span className={classes.name}>{t('try.open', { name: connector.name })}</span>
          </AppLink>
        </li>
      )}
      {dashboard && (
        <li>
          <AppLink href={scopedHref(`/dashboards/${dashboard.id}`)} className={classes.link}>
            <Icon name="dashboard" />
            <span className={classes.name}>{t('try.dashboard', { name: dashboard.name })}</span>
          </AppLink>
        </li>
      )}
      <li className={classes.tip}>
        <span>{t('try.palette')}</span>
        <KeyHint keys="mod+K" />
      </li>
      <li className={classes.tip}>
        <span>{t('try.shortcuts')}</span>
        <KeyHint keys="?" />
      </li>
    </HomeCard>
  );
}
