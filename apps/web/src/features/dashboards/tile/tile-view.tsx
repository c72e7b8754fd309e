import {
  isAsking,
  type AskingTile,
  type DashboardSettings,
  type Tile,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import type { PickedMark } from '@causeway/contract/drawing/picked-mark.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import type { TileView as DashboardLook } from '#domain/dashboards/ask-tiles.ts';
import type { Filtering } from '../filters/use-filters.ts';
import { PlainTile } from './plain-tile.tsx';
import { ReadyTile, type ReadyQuery } from './ready-tile.tsx';
import { TileFrame } from './tile-frame.tsx';
import classes from './tile-view.module.css';

type TileViewProps = {
  tile: Tile;
  queries: readonly TileQuery[];
  mayWrite: boolean;
  /** Only its picture, for where it is moved. */
  isQuiet?: boolean;
  /** What the view is narrowed to. */
  filtering?: Filtering | undefined;
  /** Where it is looked at; undefined where it is only tried. */
  view?: DashboardLook | undefined;
  colours?: DashboardSettings['colours'];
  /** A click on what it shows means these values. */
  onPick?: ((tile: AskingTile, mark: PickedMark) => void) | undefined;
};

export function TileView(props: TileViewProps) {
  const { tile, queries, mayWrite, isQuiet = false, filtering, view, colours, onPick } = props;
  if (!isAsking(tile)) return <PlainTile tile={tile} isQuiet={isQuiet} />;
  const query = queries.find(({ id }) => id === tile.queryId);
  if (query?.state === 'ready') {
    return (
      <ReadyTile
        tile={tile}
        query={query}
        isQuiet={isQuiet}
        filtering={filtering}
        view={view}
        colours={colours}
        onPick={onPick && ((mark) => onPick(tile, mark))}
      />
    );
  }
  return <MissingQuery tile={tile} query={query} mayWrite={mayWrite} />;
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
