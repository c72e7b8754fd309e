import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Miniature } from '#domain/dashboards/miniature.tsx';
import { Picture } from '#domain/dashboards/picture.tsx';
import { picturesQuery } from '#domain/dashboards/pictures-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import classes from './dashboards.module.css';

type DashboardsProps = { projectId: string; dashboards: DashboardSummary[] };

/** As they looked when they were seen last. Last in their column, since their pictures are known last. */
export default function Dashboards({ projectId, dashboards }: DashboardsProps) {
  const { t } = useTranslation('home');
  const hereHref = useScopedHref();
  const { data: pictures = {} } = useQuery({ ...picturesQuery(projectId), retry: false });
  return (
    <section className={classes.dashboards} aria-label={t('dashboards.title')}>
      {dashboards.map(({ id, name, tiles }) => {
        const picture = pictures[id];
        return (
          <AppLink key={id} className={classes.dashboard} href={hereHref(`/dashboards/${id}`)}>
            {picture && picture.tiles.length > 0 ? (
              <Picture picture={picture} />
            ) : (
              <Miniature tiles={tiles} />
            )}
            <span className={classes.name}>{name}</span>
          </AppLink>
        );
      })}
    </section>
  );
}
