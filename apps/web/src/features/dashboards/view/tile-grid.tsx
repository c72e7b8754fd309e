import { inReadingOrder, onPhone } from '@causeway/contract/dashboards/layout.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { useMediaQuery } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import classes from './tile-grid.module.css';

type TileGridProps = {
  tiles: readonly Tile[];
  /** All of it on one screen, as far as words stay legible: nobody scrolls a wall. */
  isFitted?: boolean;
  children: (tile: Tile) => ReactNode;
};

/** Tiles where they were put; on a phone below each other, numbers two abreast. */
export function TileGrid({ tiles, isFitted = false, children }: TileGridProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  if (isNarrow) return <PhoneGrid tiles={tiles}>{children}</PhoneGrid>;
  return (
    <div className={classes.grid} style={isFitted ? fittedRows(tiles) : undefined}>
      {inReadingOrder(tiles).map((tile) => (
        <div key={tile.id} className={classes.place} data-kind={tile.kind} style={placeOf(tile)}>
          {children(tile)}
        </div>
      ))}
    </div>
  );
}

/** What a phone hides is not asked for either. */
function PhoneGrid({ tiles, children }: TileGridProps) {
  return (
    <div className={classes.phone}>
      {onPhone(tiles).flatMap(({ tile, rows, isHalf, isHidden }) =>
        isHidden
          ? []
          : [
              <div
                key={tile.id}
                className={classes.place}
                data-kind={tile.kind}
                data-half={isHalf || undefined}
                style={{ '--rows': rows } as CSSProperties}
              >
                {children(tile)}
              </div>,
            ],
      )}
    </div>
  );
}

const WALL_GAP = 8;

/** Above the tiles there is the bar of the page. */
function fittedRows(tiles: readonly Tile[]): CSSProperties {
  const rows = Math.max(1, ...tiles.map(({ y, h }) => y + h));
  return {
    '--gap-of-grid': `${WALL_GAP}px`,
    '--row-height-of-grid': `max(18px, calc((100vh - 180px) / ${rows} - ${WALL_GAP}px))`,
  } as CSSProperties;
}

function placeOf({ x, y, w, h }: Tile): CSSProperties {
  return {
    '--column': `${x + 1} / span ${w}`,
    '--row': `${y + 1} / span ${h}`,
  } as CSSProperties;
}
