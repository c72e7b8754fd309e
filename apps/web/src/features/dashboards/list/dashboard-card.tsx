import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import {
  dashboardMarkRoutes,
  type DashboardPicture,
} from '@causeway/contract/dashboards/pictures.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { DashboardMenu } from '../menu/dashboard-menu.tsx';
import classes from './dashboard-card.module.css';
import { Miniature } from '#domain/dashboards/miniature.tsx';
import { Picture } from '#domain/dashboards/picture.tsx';

type DashboardCardProps = {
  project: Project;
  dashboard: DashboardSummary;
  picture: DashboardPicture | undefined;
};

export function DashboardCard({ project, dashboard, picture }: DashboardCardProps) {
  const { t } = useTranslation('dashboards');
  const { ago } = useFormats();
  const scopedHref = useScopedHref();
  const { id, name, description, tiles, author, viewedAt, updatedAt, failing } = dashboard;
  return (
    <li className={classes.card}>
      {picture && picture.tiles.length > 0 ? (
        <Picture picture={picture} />
      ) : (
        <Miniature tiles={tiles} />
      )}
      <div className={classes.head}>
        <h2 className={classes.name}>
          <AppLink className={classes.link} href={scopedHref(`/dashboards/${id}`)}>
            {name}
          </AppLink>
        </h2>
        <span className={classes.menu}>
          <Favorite project={project} dashboard={dashboard} />
          <DashboardMenu project={project} dashboard={dashboard} />
        </span>
      </div>
      <p className={classes.description}>{description}</p>
      <p className={classes.facts}>
        {failing > 0 && (
          <span className={classes.failing}>
            <Icon name="warning" size={12} /> {t('list.failing', { count: failing })}
          </span>
        )}
        <span>
          {[
            t('tiles', { count: tiles.length }),
            author,
            viewedAt
              ? t('list.seen', { when: ago(viewedAt) })
              : t('changed', { when: ago(updatedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    </li>
  );
}

function Favorite({ project, dashboard }: Pick<DashboardCardProps, 'project' | 'dashboard'>) {
  const { t } = useTranslation('dashboards');
  const { id: dashboardId, name, isFavorite } = dashboard;

  async function toggle() {
    const params = { projectId: project.id, dashboardId };
    await api.call(dashboardMarkRoutes.favor, { params, body: { isFavorite: !isFavorite } });
    await refreshDashboards(project.id);
  }

  return (
    <ActionIcon
      variant="subtle"
      aria-pressed={isFavorite}
      aria-label={t('list.favorite', { name })}
      onClick={() => void toggle().catch(notifyError)}
    >
      <Icon name={isFavorite ? 'starFilled' : 'star'} size={15} />
    </ActionIcon>
  );
}
