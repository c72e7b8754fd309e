import type { DashboardSummary } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { DashboardMenu } from '../menu/dashboard-menu.tsx';
import classes from './dashboard-card.module.css';
import { Miniature } from './miniature.tsx';

type DashboardCardProps = { project: Project; dashboard: DashboardSummary };

export function DashboardCard({ project, dashboard }: DashboardCardProps) {
  const { t } = useTranslation('dashboards');
  const { ago } = useFormats();
  const scopedHref = useScopedHref();
  const { id, name, description, tiles, updatedAt } = dashboard;
  return (
    <li className={classes.card}>
      <Miniature tiles={tiles} />
      <div className={classes.head}>
        <h2 className={classes.name}>
          <AppLink className={classes.link} href={scopedHref(`/dashboards/${id}`)}>
            {name}
          </AppLink>
        </h2>
        <span className={classes.menu}>
          <DashboardMenu project={project} dashboard={dashboard} />
        </span>
      </div>
      <p className={classes.description}>{description}</p>
      <p className={classes.facts}>
        {t('tiles', { count: tiles.length })} · {t('changed', { when: ago(updatedAt) })}
      </p>
    </li>
  );
}
