import { can } from '@causeway/contract/access.ts';
import type { Dashboard } from '@causeway/contract/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { usePageActions } from '#platform/page-actions.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { DashboardDialog } from '../dashboard-form.tsx';
import { DashboardMenu } from '../dashboard-menu.tsx';
import { LoadedDashboard } from '../loaded-dashboard.tsx';
import { PageBar } from '../page-bar.tsx';
import { TileView } from '../tile/tile-view.tsx';
import classes from './dashboard-page.module.css';
import { TileGrid } from './tile-grid.tsx';

export default function DashboardPage() {
  return <LoadedDashboard>{(loaded) => <DashboardView {...loaded} />}</LoadedDashboard>;
}

type DashboardViewProps = { project: Project; dashboard: Dashboard };

/** Every tile loads by itself: a slow or failing one keeps nobody waiting. */
function DashboardView({ project, dashboard }: DashboardViewProps) {
  const { t } = useTranslation('dashboards');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [isEditing, setIsEditing] = useState(false);
  const mayWrite = can(project.role, 'dashboards.write');
  const customizeHref = scopedHref(`/dashboards/customize/${dashboard.id}`);
  const shown = new Set<unknown>(dashboard.queries.map(({ id }) => id));
  const rows = {
    predicate: ({ queryKey: [area, , what, id] }: { queryKey: readonly unknown[] }) =>
      area === 'queries' && what === 'rows' && shown.has(id),
  };
  const isRefreshing = useIsFetching(rows) > 0;
  const refresh = () => void queryClient.refetchQueries({ ...rows, type: 'active' });
  usePageActions([
    { id: 'refreshDashboard', name: t('refresh'), icon: 'refresh', run: refresh },
    ...(mayWrite
      ? [
          {
            id: 'customizeDashboard',
            name: t('customize'),
            icon: 'edit' as const,
            run: () => openHref(customizeHref),
          },
        ]
      : []),
  ]);
  return (
    <div className={classes.page}>
      <PageBar title={dashboard.name} line={dashboard.description}>
        {dashboard.tiles.length > 0 && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" />}
            loading={isRefreshing}
            onClick={refresh}
          >
            {t('refresh')}
          </Button>
        )}
        {mayWrite && (
          <>
            <Button
              component={AppLink}
              href={customizeHref}
              variant="default"
              leftSection={<Icon name="edit" />}
            >
              {t('customize')}
            </Button>
            <DashboardMenu
              projectId={project.id}
              dashboard={dashboard}
              onRename={() => setIsEditing(true)}
              onDeleted={() => openHref('/dashboards', { replace: true })}
            />
          </>
        )}
      </PageBar>
      {dashboard.tiles.length === 0 ? (
        <EmptyState
          icon="dashboard"
          title={t('noTiles')}
          line={t(mayWrite ? 'noTilesLine' : 'noTilesViewer')}
          action={
            mayWrite && (
              <Button component={AppLink} href={customizeHref}>
                {t('addTile')}
              </Button>
            )
          }
        />
      ) : (
        <TileGrid tiles={dashboard.tiles}>
          {(tile) => <TileView tile={tile} queries={dashboard.queries} mayWrite={mayWrite} />}
        </TileGrid>
      )}
      {isEditing && (
        <DashboardDialog
          project={project}
          dashboard={dashboard}
          onClose={() => setIsEditing(false)}
        />
      )}
    </div>
  );
}
