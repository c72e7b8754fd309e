import { GRID_COLUMNS, inReadingOrder } from '@causeway/contract/dashboards/layout.ts';
import {
  isAsking,
  type DashboardSettings,
  type Tile,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { GridLayout, type LayoutItem } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { useTranslation } from 'react-i18next';
import { TileView } from '../tile/tile-view.tsx';
import { TileGrid } from '../view/tile-grid.tsx';
import { layoutOf, moveTile, placeTiles, resizeTile, type Step } from './arrange.ts';
import classes from './canvas.module.css';

type CanvasProps = {
  tiles: Tile[];
  queries: readonly TileQuery[];
  colours: DashboardSettings['colours'];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onTiles: (tiles: Tile[], kind?: string) => void;
  onRemove: (id: string) => void;
};

/** The same measures as where they are only looked at: tile-grid.module.css. */
const gridConfig = {
  cols: GRID_COLUMNS,
  rowHeight: 36,
  margin: [12, 12],
  containerPadding: [0, 0],
} as const;

const steps: Record<string, Step> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Tiles are dragged and pulled larger, or moved with the arrow keys; on a phone they are chosen. */
export function Canvas(props: CanvasProps) {
  const { tiles, queries, colours, chosenId, onChoose, onTiles, onRemove } = props;
  const { t } = useTranslation('dashboards');
  const { ref, width } = useElementSize();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const wasDragged = useRef(false);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const nameOf = (tile: Tile) => tile.title || nameOfQuery(tile, queries) || t(`kind.${tile.kind}`);

  function press(event: KeyboardEvent, tile: Tile) {
    const step = steps[event.key];
    if (event.key === 'Delete') {
      onRemove(tile.id);
      setSaid(t('removed', { name: nameOf(tile) }));
    }
    if (!step) return;
    event.preventDefault();
    const next = event.shiftKey ? grow(tile, step) : moveTile(tiles, tile.id, step);
    onTiles(next, `${event.shiftKey ? 'size' : 'move'} ${tile.id}`);
    const now = next.find(({ id }) => id === tile.id);
    if (now) setSaid(t('place', { ...now, x: now.x + 1, y: now.y + 1 }));
  }

  function grow({ id, w, h }: Tile, step: Step): Tile[] {
    const size = {
      left: { w: w - 1 },
      right: { w: w + 1 },
      up: { h: h - 1 },
      down: { h: h + 1 },
    };
    return resizeTile(tiles, id, size[step]);
  }

  /** Letting go of a tile ends in a click, which chooses nothing. */
  function choose(id: string) {
    if (!wasDragged.current) onChoose(id);
  }

  function settle(layout: readonly LayoutItem[]) {
    const next = placeTiles(tiles, layout);
    if (JSON.stringify(next) !== JSON.stringify(tiles)) onTiles(next);
  }

  const draw = (tile: Tile) => (
    <>
      {/* What is in a tile is only looked at here: a press anywhere takes the tile. */}
      <div className={classes.content} inert>
        <TileView tile={tile} queries={queries} mayWrite={false} colours={colours} isQuiet />
      </div>
      <button
        type="button"
        className={classes.tile}
        aria-label={t('choose', { name: nameOf(tile) })}
        aria-pressed={tile.id === chosenId}
        aria-describedby={hintId}
        onPointerDown={() => {
          wasDragged.current = false;
        }}
        onClick={() => choose(tile.id)}
        onKeyDown={(event) => press(event, tile)}
      />
    </>
  );

  return (
    <div ref={ref} className={classes.canvas}>
      <p id={hintId} className={classes.hint}>
        {t(isNarrow ? 'tap' : 'keys')}
      </p>
      <output className={classes.said} aria-live="polite">
        {said}
      </output>
      {isNarrow ? (
        <TileGrid tiles={tiles}>
          {(tile) => <div className={classes.item}>{draw(tile)}</div>}
        </TileGrid>
      ) : (
        width > 0 && (
          <GridLayout
            width={width}
            layout={layoutOf(tiles)}
            gridConfig={gridConfig}
            resizeConfig={{ handles: ['se', 'e', 's'] }}
            onDragStart={() => {
              wasDragged.current = true;
            }}
            onDragStop={settle}
            onResizeStop={settle}
          >
            {inReadingOrder(tiles).map((tile) => (
              <div key={tile.id} className={classes.item}>
                {draw(tile)}
              </div>
            ))}
          </GridLayout>
        )
      )}
    </div>
  );
}

function nameOfQuery(tile: Tile, queries: readonly TileQuery[]): string {
  if (!isAsking(tile)) return '';
  const query = queries.find(({ id }) => id === tile.queryId);
  return query && query.state !== 'private' ? query.name : '';
}
