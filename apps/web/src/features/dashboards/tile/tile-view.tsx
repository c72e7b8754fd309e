import type { AskingTile, Tile, TileQuery } from '@causeway/contract/dashboards.ts';
import { queryRoutes } from '@causeway/contract/queries.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { AsOf } from './as-of.tsx';
import { TileFrame } from './tile-frame.tsx';
import { TileRows } from './tile-rows.tsx';
import classes from './tile-view.module.css';

const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

type TileViewProps = {
  tile: Tile;
  queries: readonly TileQuery[];
  mayWrite: boolean;
  /** Only its picture, for where it is moved. */
  isQuiet?: boolean;
};

export function TileView({ tile, queries, mayWrite, isQuiet = false }: TileViewProps) {
  if (tile.kind === 'text') {
    return (
      <TileFrame title={tile.title} isPlain>
        <div className={classes.text}>
          <Suspense fallback={null}>
            <Markdown text={tile.text} />
          </Suspense>
        </div>
      </TileFrame>
    );
  }
  const query = queries.find(({ id }) => id === tile.queryId);
  if (query?.state === 'ready') return <ReadyTile tile={tile} query={query} isQuiet={isQuiet} />;
  return <MissingQuery tile={tile} query={query} mayWrite={mayWrite} />;
}

type ReadyQuery = Extract<TileQuery, { state: 'ready' }>;

type ReadyTileProps = { tile: AskingTile; query: ReadyQuery; isQuiet: boolean };

function ReadyTile({ tile, query, isQuiet }: ReadyTileProps) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const { project } = useCurrentProject();
  const rows = useQuery(tileRowsQuery(query, tile.parameters));
  const title = tile.title || query.name;
  const scope = new URLSearchParams({
    projectId: project?.id ?? '',
    connectorId: query.connectorId,
    query: query.id,
    ...(tile.parameters.length > 0 && { values: JSON.stringify(tile.parameters) }),
  });
  return (
    <TileFrame
      title={title}
      tools={
        !isQuiet && (
          <>
            {rows.data && <AsOf at={rows.data.asOf} />}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={24} variant="subtle" aria-label={t('tile.menu', { name: title })}>
                  <Icon name="more" size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<Icon name="refresh" />}
                  disabled={rows.isFetching}
                  onClick={() => void rows.refetch()}
                >
                  {t('tile.refresh')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon name="code" />}
                  onClick={() => openHref(`/sql/editor?${scope.toString()}`)}
                >
                  {t('tile.openQuery')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )
      }
    >
      <TileRows tile={tile} title={title} rows={rows} />
    </TileFrame>
  );
}

type MissingQueryProps = {
  tile: AskingTile;
  query: Exclude<TileQuery, ReadyQuery> | undefined;
  mayWrite: boolean;
};

/** The tile keeps its place and says plainly why it is empty. */
function MissingQuery({ tile, query, mayWrite }: MissingQueryProps) {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();

  async function restore(queryId: string, connectorId: string) {
    const body = { connector: { id: connectorId } };
    await api.call(queryRoutes.restore, { params: { queryId }, body });
    if (project) await refreshDashboards(project.id);
  }

  const name = query?.state === 'deleted' ? query.name : '';
  const reason =
    query?.state === 'deleted'
      ? t('tile.deleted', { name })
      : t(query?.state === 'private' ? 'tile.private' : 'tile.gone');
  return (
    <TileFrame title={tile.title || name}>
      <div className={classes.missing}>
        <Icon name="warning" size={18} />
        <p>{reason}</p>
        {query?.state === 'deleted' && mayWrite && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="undo" size={14} />}
            onClick={() => void restore(query.id, query.connectorId).catch(notifyError)}
          >
            {t('tile.restore')}
          </Button>
        )}
      </div>
    </TileFrame>
  );
}
