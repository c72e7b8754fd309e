import { can } from '@causeway/contract/access.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { tilesOfTab } from '@causeway/contract/dashboards/layout.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchRows } from '#domain/dashboards/tile-rows.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { usePageActions } from '#platform/page-actions.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { DashboardMenu } from '../menu/dashboard-menu.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { LoadedDashboard } from '../loaded-dashboard.tsx';
import { PageBar } from '../page-bar.tsx';
import { TileView } from '../tile/tile-view.tsx';
import { AskedDialog } from './asked-dialog.tsx';
import classes from './dashboard-page.module.css';
import { ScreenButton } from './screen-button.tsx';
import { TileGrid } from './tile-grid.tsx';
import { Tabs } from './tabs.tsx';
import { useAutoRefresh } from './use-auto-refresh.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useSeen } from './use-seen.ts';
import { useWall } from './use-wall.ts';

/** Seconds between two looks; 0 is never. */
const rhythms = [0, 30, 60, 300, 900];
const WALL_SECONDS = 60;

export default function DashboardPage() {
  return <LoadedDashboard>{(loaded) => <DashboardView {...loaded} />}</LoadedDashboard>;
}

type DashboardViewProps = { project: Project; dashboard: Dashboard };

/** Every tile loads by itself: a slow or failing one keeps nobody waiting. */
function DashboardView({ project, dashboard }: DashboardViewProps) {
  const { t } = useTranslation('dashboards');
  const { duration } = useFormats();
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [rhythm, setRhythm] = useState(dashboard.settings.refresh ?? 0);
  const { element, toggle, isFull, isWall, showOnWall } = useFullScreen();
  const { timeZone } = project.settings;
  const { filtering, renew, tabId, openTab, ...filterActions } = useFilters(
    dashboard.filters,
    timeZone,
  );
  const { tabs } = dashboard;
  const open = tabs.find(({ id }) => id === tabId) ?? tabs[0];
  const tiles = useMemo(
    () => tilesOfTab(dashboard.tiles, tabs, open?.id),
    [dashboard.tiles, tabs, open?.id],
  );
  useWall({ isOn: isWall, tabs, openId: open?.id }, openTab);
  const isStopped = filtering.state.problems.length > 0 || filtering.missing.length > 0;
  const mayWrite = can(project.role, 'dashboards.write');
  const customizeHref = scopedHref(`/dashboards/customize/${dashboard.id}`);
  const view = useMemo(
    () => ({ projectId: project.id, dashboardId: dashboard.id }),
    [project.id, dashboard.id],
  );
  const shown = new Set<unknown>(dashboard.queries.map(({ id }) => id));
  const rows = {
    predicate: ({ queryKey: [area, , what, id] }: { queryKey: readonly unknown[] }) =>
      area === 'queries' && what === 'rows' && shown.has(id),
  };
  const isRefreshing = useIsFetching(rows) > 0;
  const refresh = () => {
    renew();
    void queryClient.refetchQueries({ ...rows, type: 'active' });
  };
  // A wall nobody sits at renews itself. Ten of them with the same rhythm ask the database once.
  const seconds = isWall ? rhythm || WALL_SECONDS : rhythm;
  const follow = () => {
    renew();
    void refetchRows(queryClient, rows, { maxAge: Math.floor(seconds / 2) });
  };
  useAutoRefresh({ seconds, isRefreshing, refresh: follow });
  const isShown = !isStopped && dashboard.tiles.length > 0;
  useSeen({
    projectId: project.id,
    dashboard,
    tiles,
    isSettled: useIsSettled(isShown && !isRefreshing),
    isPlain: filtering.isInitial && open === tabs[0],
  });
  useHotkeys([
    [
      'Escape',
      () => {
        // What lies above the page is closed first.
        const isCovered = document.querySelector('[role=dialog], [role=menu]') !== null;
        if (!isCovered && Object.keys(filtering.cross).length > 0) filterActions.uncross();
      },
    ],
  ]);
  usePageActions([
    { id: 'refreshDashboard', name: t('refresh'), icon: 'refresh', run: refresh },
    { id: 'wallDashboard', name: t('wall'), icon: 'fit', run: () => void showOnWall() },
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
    <div
      ref={element}
      className={classes.page}
      data-full={isFull || undefined}
      data-wall={isWall || undefined}
    >
      <PageBar title={dashboard.name} line={dashboard.description}>
        {dashboard.tiles.length > 0 && (
          <>
            <NativeSelect
              className={classes.rhythm ?? ''}
              aria-label={t('rhythm')}
              value={String(rhythm)}
              data={rhythms.map((seconds) => ({
                value: String(seconds),
                label:
                  seconds === 0 ? t('rhythmNever') : t('rhythmEvery', { time: duration(seconds) }),
              }))}
              onChange={({ currentTarget: { value } }) => setRhythm(Number(value))}
            />
            <Button
              variant="default"
              leftSection={<Icon name="refresh" />}
              loading={isRefreshing}
              onClick={refresh}
            >
              {t('refresh')}
            </Button>
            <ScreenButton isFull={isFull} onToggle={toggle} onWall={showOnWall} />
          </>
        )}
        {mayWrite && !isFull && (
          <Button
            component={AppLink}
            href={customizeHref}
            variant="default"
            leftSection={<Icon name="edit" />}
          >
            {t('customize')}
          </Button>
        )}
        {!isFull && (
          <DashboardMenu
            project={project}
            dashboard={dashboard}
            isOpen
            onDeleted={() => openHref('/dashboards', { replace: true })}
          />
        )}
      </PageBar>
      <AskedDialog project={project} dashboard={dashboard} />
      <Tabs tabs={tabs} openId={open?.id} onOpen={openTab} />
      <FilterBar
        filtering={filtering}
        queries={dashboard.queries}
        onSet={filterActions.set}
        onUncross={filterActions.uncross}
        onClear={filterActions.clear}
      />
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
        !isStopped && (
          <TileGrid tiles={tiles} isFitted={isWall}>
            {(tile) => (
              <TileView
                tile={tile}
                queries={dashboard.queries}
                mayWrite={mayWrite}
                filtering={filtering}
                view={view}
                colours={dashboard.settings.colours}
                onPick={(clicked, mark) => filterActions.pick(clicked, mark)}
              />
            )}
          </TileGrid>
        )
      )}
    </div>
  );
}

/** Charts are drawn and queries begin a moment after the page: only what lasts counts. */
const CALM_MS = 1_500;

function useIsSettled(isCalm: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isCalm) return undefined;
    const timer = setTimeout(() => setIsSettled(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [isCalm]);
  return isSettled;
}
