import { can } from '@causeway/contract/access.ts';
import { firstSizes, findRoom, tilesOfTab } from '@causeway/contract/dashboards/layout.ts';
import {
  type Dashboard,
  type Tile,
  type TileContent,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import {
  dashboardVersionRoutes,
  type DashboardDraftState,
} from '@causeway/contract/dashboards/versions.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Drawer } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { LoadedDashboard } from '../loaded-dashboard.tsx';
import { PageBar } from '../page-bar.tsx';
import { AddTileDialog } from './add-tile-dialog.tsx';
import { Canvas } from './canvas.tsx';
import { CanvasBar, type Screen } from './canvas-bar.tsx';
import { CustomizeActions } from './customize-actions.tsx';
import classes from './customize-page.module.css';
import { DashboardNotices } from './dashboard-notices.tsx';
import { Inspector } from './inspector.tsx';
import { PhoneCanvas } from './phone-canvas.tsx';
import { useDashboardDraft } from './use-dashboard-draft.ts';
import { usePublish } from './use-publish.ts';

export default function CustomizePage() {
  return (
    <LoadedDashboard>
      {({ project, dashboard }) =>
        can(project.role, 'dashboards.write') ? (
          <WithDraft key={dashboard.id} project={project} dashboard={dashboard} />
        ) : (
          <OnlyLooking dashboard={dashboard} />
        )
      }
    </LoadedDashboard>
  );
}

type WithDraftProps = { project: Project; dashboard: Dashboard };

function WithDraft({ project, dashboard }: WithDraftProps) {
  const params = { projectId: project.id, dashboardId: dashboard.id };
  const draft = useQuery({
    queryKey: ['dashboard-draft', project.id, dashboard.id],
    queryFn: ({ signal }) => api.call(dashboardVersionRoutes.draft, { params }, { signal }),
    // Read once a visit: from then on what is on screen is the newest.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <QueryView query={draft} skeleton={<SkeletonCards count={6} height={180} />}>
      {(kept) => <Customize project={project} dashboard={dashboard} kept={kept} />}
    </QueryView>
  );
}

type CustomizeProps = WithDraftProps & { kept: DashboardDraftState | null };

/** The tiles as they will be, to be moved and sized; beside them what the chosen one shows. */
function Customize({ project, dashboard, kept }: CustomizeProps) {
  const { t } = useTranslation('dashboards');
  const scopedHref = useScopedHref();
  const draft = useDashboardDraft({ projectId: project.id, dashboard, kept });
  const publish = usePublish({ project, dashboard, draft });
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, {
    getInitialValueInEffect: false,
  });
  const [chosenId, setChosenId] = useState<string>();
  const [openTab, setOpenTab] = useState<string>();
  const [screen, setScreen] = useState<Screen>('desk');
  const [isAdding, setIsAdding] = useState<'tile' | 'query'>();
  const { tabs } = draft;
  const tabId = tabs.some(({ id }) => id === openTab) ? openTab : tabs[0]?.id;
  const shown = tilesOfTab(draft.tiles, tabs, tabId);
  const chosen = shown.find(({ id }) => id === chosenId);
  useHotkeys([
    ['mod+Z', () => void draft.undo()],
    ['mod+shift+Z', () => void draft.redo()],
    ['mod+Y', () => void draft.redo()],
  ]);

  /** Those on screen; what lies on other tabs stays as it is. */
  function changeShown(tiles: Tile[], kind?: string) {
    const mine = new Set(shown.map(({ id }) => id));
    const others = draft.tiles.filter(({ id }) => !mine.has(id));
    draft.change({ tiles: [...others, ...tiles] }, kind);
  }

  function add(content: TileContent, query?: TileQuery) {
    const id = crypto.randomUUID();
    const room = findRoom(shown, firstSizes[content.kind]);
    const tile = { ...content, ...room, ...(tabId && { tab: tabId }), id };
    draft.change({ tiles: [...draft.tiles, tile], ...(query && { queries: withQuery(query) }) });
    setIsAdding(undefined);
    setChosenId(id);
  }

  /** The chosen tile asks another query, drawn as that is best seen. */
  function ask(content: TileContent, query: TileQuery) {
    if (chosen) {
      const { id, x, y, w, h, tab, phone, title } = chosen;
      const kept = { id, x, y, w, h, title, ...(tab && { tab }), ...(phone && { phone }) };
      const tiles = draft.tiles.map((one) => (one.id === id ? { ...content, ...kept } : one));
      draft.change({ tiles, queries: withQuery(query) });
    }
    setIsAdding(undefined);
  }

  function withQuery(query: TileQuery): TileQuery[] {
    return [...draft.queries.filter((one) => one.id !== query.id), query];
  }

  const inspector = chosen && (
    <Inspector
      key={chosen.id}
      project={project}
      tile={chosen}
      queries={draft.queries}
      filters={dashboard.filters}
      tiles={shown}
      tabs={tabs}
      tabId={tabId}
      onTiles={changeShown}
      onTab={(tiles, to) => {
        draft.change({ tiles });
        setOpenTab(to);
      }}
      all={draft.tiles}
      onQuery={() => setIsAdding('query')}
      onRemove={() => {
        draft.change({ tiles: draft.tiles.filter(({ id }) => id !== chosen.id) });
        setChosenId(undefined);
      }}
      onClose={() => setChosenId(undefined)}
    />
  );
  const drawing = {
    tiles: shown,
    queries: draft.queries,
    colours: draft.settings.colours,
    chosenId,
    onChoose: setChosenId,
    onTiles: changeShown,
  };

  return (
    <div className={classes.page}>
      <PageBar title={t('customizeTitle', { name: dashboard.name })}>
        <CustomizeActions
          project={project}
          draft={draft}
          isSaving={publish.isPending}
          viewHref={scopedHref(`/dashboards/${dashboard.id}`)}
          onAddQuery={() => setIsAdding('tile')}
          onAdd={add}
          onSave={() => publish.mutate()}
        />
      </PageBar>
      <DashboardNotices project={project} draft={draft} dashboard={dashboard} save={publish} />
      <CanvasBar
        draft={draft}
        openId={tabId}
        onOpen={setOpenTab}
        screen={screen}
        onScreen={setScreen}
      />
      <div className={classes.body}>
        <div className={classes.canvas}>
          {shown.length === 0 && (
            <EmptyState
              icon="dashboard"
              title={t('noTiles')}
              line={t('noTilesLine')}
              action={<Button onClick={() => setIsAdding('tile')}>{t('addTile')}</Button>}
            />
          )}
          {shown.length > 0 && screen === 'phone' && <PhoneCanvas {...drawing} />}
          {shown.length > 0 && screen === 'desk' && (
            <Canvas
              {...drawing}
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
        <AddTileDialog
          project={project}
          onAdd={isAdding === 'query' ? ask : add}
          onClose={() => setIsAdding(undefined)}
        />
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
