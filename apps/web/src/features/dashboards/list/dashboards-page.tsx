import { can } from '@causeway/contract/access.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { DashboardPicture } from '@causeway/contract/dashboards/pictures.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { picturesQuery } from '#domain/dashboards/pictures-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { usePageActions } from '#platform/page-actions.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { NoProject } from '../no-project.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import classes from './dashboards-page.module.css';
import { ImportButton } from './import-button.tsx';
import { ListBar } from './list-bar.tsx';
import { ALL, chooseDashboards, FAVORITES, foldersOf } from './list-choice.ts';

export default function DashboardsPage() {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  if (project) return <Dashboards key={project.id} project={project} />;
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <NoProject />
    </PageFrame>
  );
}

/** The dashboards of a project, each with how it looked when it was seen last. */
function Dashboards({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const dashboards = useQuery(dashboardsQuery(project.id));
  const { data: pictures = {} } = useQuery(picturesQuery(project.id));
  const mayWrite = can(project.role, 'dashboards.write');
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(ALL);
  const wizardHref = scopedHref('/dashboards/wizard');
  usePageActions(
    mayWrite
      ? [
          {
            id: 'createDashboard',
            name: t('create'),
            icon: 'plus',
            run: () => openHref(wizardHref),
          },
        ]
      : [],
  );
  const clear = () => {
    setSearch('');
    setPlace(ALL);
  };
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={
          mayWrite && (
            <>
              <ImportButton project={project} />
              <Button component={AppLink} href={wizardHref} leftSection={<Icon name="plus" />}>
                {t('create')}
              </Button>
            </>
          )
        }
      />
      <QueryView
        query={dashboards}
        skeleton={<SkeletonCards count={6} height={232} />}
        empty={<Nothing createHref={mayWrite ? wizardHref : undefined} />}
      >
        {(list) => {
          const found = chooseDashboards(list, { search, place });
          return (
            <>
              {list.length > 1 && (
                <ListBar
                  search={search}
                  onSearch={setSearch}
                  place={place}
                  onPlace={setPlace}
                  folders={foldersOf(list)}
                  hasFavorites={place === FAVORITES || list.some(({ isFavorite }) => isFavorite)}
                />
              )}
              <Cards project={project} found={found} pictures={pictures} onClear={clear} />
            </>
          );
        }}
      </QueryView>
    </PageFrame>
  );
}

type CardsProps = {
  project: Project;
  found: DashboardSummary[];
  pictures: Record<string, DashboardPicture>;
  onClear: () => void;
};

function Cards({ project, found, pictures, onClear }: CardsProps) {
  const { t } = useTranslation('dashboards');
  if (found.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t('noMatch')}
        line={t('noMatchLine')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('clearSearch')}
          </Button>
        }
      />
    );
  }
  return (
    <ul className={classes.grid}>
      {found.map((dashboard) => (
        <DashboardCard
          key={dashboard.id}
          project={project}
          dashboard={dashboard}
          picture={pictures[dashboard.id]}
        />
      ))}
    </ul>
  );
}

function Nothing({ createHref }: { createHref: string | undefined }) {
  const { t } = useTranslation('dashboards');
  const scopedHref = useScopedHref();
  return (
    <EmptyState
      icon="dashboard"
      title={t('empty')}
      line={t('emptyLine')}
      action={
        createHref && (
          <Button component={AppLink} href={createHref}>
            {t('create')}
          </Button>
        )
      }
      sample={<AppLink href={scopedHref('/sql/editor')}>{t('emptyTry')}</AppLink>}
    />
  );
}
