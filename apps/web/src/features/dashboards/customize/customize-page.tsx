import { can } from '@causeway/contract/access.ts';
import { firstSizes, findRoom } from '@causeway/contract/dashboards/layout.ts';
import {
  dashboardRoutes,
  type Dashboard,
  type Tile,
  type TileContent,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { dashboardQuery, refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { LoadedDashboard } from '../loaded-dashboard.tsx';
import { PageBar } from '../page-bar.tsx';
import { AddTileDialog } from './add-tile-dialog.tsx';
import { Canvas } from './canvas.tsx';
import { CustomizeActions } from './customize-actions.tsx';
import classes from './customize-page.module.css';
import { DashboardNotices } from './dashboard-notices.tsx';
import { Inspector } from './inspector.tsx';
import { useDashboardDraft } from './use-dashboard-draft.ts';

export default function CustomizePage() {
  return (
    <LoadedDashboard>
      {({ project, dashboard }) =>
        can(project.role, 'dashboards.write') ? (
          <Customize key={dashboard.id} project={project} dashboard={dashboard} />
        ) : (
          <OnlyLooking dashboard={dashboard} />
        )
      }
    </LoadedDashboard>
  );
}

type CustomizeProps = { project: Project; dashboard: Dashboard };

/** The tiles as they will be, to be moved and sized; beside them what the chosen one shows. */
function Customize({ project, dashboard }: CustomizeProps) {
  const { t } = useTranslation('dashboards');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const draft = useDashboardDraft(dashboard);
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, {
    getInitialValueInEffect: false,
  });
  const [chosenId, setChosenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const chosen = draft.tiles.find(({ id }) => id === chosenId);
  const viewHref = scopedHref(`/dashboards/${dashboard.id}`);
  const params = { projectId: project.id, dashboardId: dashboard.id };

  const save = useMutation({
    mutationFn: () => {
      const { version, tiles } = draft;
      return api.call(dashboardRoutes.update, { params, body: { version, tiles } });
    },
    onSuccess: async (saved) => {
      const before = dashboard.tiles;
      draft.settle(saved);
      queryClient.setQueryData(dashboardQuery(project.id, dashboard.id).queryKey, saved);
      openHref(viewHref);
      await refreshDashboards(project.id);
      await showUndo(t('saved', { name: saved.name }), () =>
        takeBack(before, saved.version).catch(notifyError),
      );
    },
    // What somebody else saved is read, so that it can be told and chosen.
    onError: () => refreshDashboards(project.id),
  });

  async function takeBack(tiles: Tile[], version: number) {
    await api.call(dashboardRoutes.update, { params, body: { version, tiles } });
    await refreshDashboards(project.id);
  }

  function add(content: TileContent, query?: TileQuery) {
    const id = crypto.randomUUID();
    const tile = { ...content, ...findRoom(draft.tiles, firstSizes[content.kind]), id };
    const others = draft.queries.filter((one) => one.id !== query?.id);
    draft.change({
      tiles: [...draft.tiles, tile],
      ...(query && { queries: [...others, query] }),
    });
    setIsAdding(false);
    setChosenId(id);
  }

  const inspector = chosen && (
    <Inspector
      key={chosen.id}
      tile={chosen}
      queries={draft.queries}
      tiles={draft.tiles}
      onTiles={(tiles, kind) => draft.change({ tiles }, kind)}
      onRemove={() => {
        draft.change({ tiles: draft.tiles.filter(({ id }) => id !== chosen.id) });
        setChosenId(undefined);
      }}
      onClose={() => setChosenId(undefined)}
    />
  );

  return (
    <div className={classes.page}>
      <PageBar title={t('customizeTitle', { name: dashboard.name })}>
        <CustomizeActions
          draft={draft}
          isSaving={save.isPending}
          viewHref={viewHref}
          onAddQuery={() => setIsAdding(true)}
          onAddText={() => add({ kind: 'text', title: '', text: t('newText') })}
          onAddLink={() => add({ kind: 'link', title: '', text: '', href: '/dashboards' })}
          onSave={() => save.mutate()}
        />
      </PageBar>
      <DashboardNotices draft={draft} dashboard={dashboard} save={save} />
      <div className={classes.body}>
        <div className={classes.canvas}>
          {draft.tiles.length === 0 ? (
            <EmptyState
              icon="dashboard"
              title={t('noTiles')}
              line={t('noTilesLine')}
              action={<Button onClick={() => setIsAdding(true)}>{t('addTile')}</Button>}
            />
          ) : (
            <Canvas
              tiles={draft.tiles}
              queries={draft.queries}
              chosenId={chosenId}
              onChoose={setChosenId}
              onTiles={(tiles, kind) => draft.change({ tiles }, kind)}
              onRemove={(id) => draft.change({ tiles: draft.tiles.filter((one) => one.id !== id) })}
            />
          )}
        </div>
        {!isNarrow && inspector && <aside className={classes.side}>{inspector}</aside>}
      </div>
      {isNarrow && (
        <Drawer
          opened={chosen !== undefined}
          onClose={() => setChosenId(undefined)}
          position="bottom"
          size="70%"
          withCloseButton={false}
          title={undefined}
          aria-label={t('inspector')}
        >
          {inspector}
        </Drawer>
      )}
      {isAdding && (
        <AddTileDialog project={project} onAdd={add} onClose={() => setIsAdding(false)} />
      )}
    </div>
  );
}

function OnlyLooking({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboards');
  const scopedHref = useScopedHref();
  return (
    <div className={classes.page}>
      <PageBar title={t('customizeTitle', { name: dashboard.name })}>
        <Button
          component={AppLink}
          variant="default"
          href={scopedHref(`/dashboards/${dashboard.id}`)}
        >
          {t('toView')}
        </Button>
      </PageBar>
      <EmptyState icon="lock" title={t('mayNot')} line={t('mayNotLine')} />
    </div>
  );
}
