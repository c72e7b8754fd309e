import { inReadingOrder } from '@causeway/contract/dashboards/layout.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import type { CSSProperties, ReactNode } from 'react';
import classes from './tile-grid.module.css';

type TileGridProps = { tiles: readonly Tile[]; children: (tile: Tile) => ReactNode };

/** Tiles where they were put; on a phone one below the other, in the order they are read. */
export function TileGrid({ tiles, children }: TileGridProps) {
  return (
    <div className={classes.grid}>
      {inReadingOrder(tiles).map((tile) => (
        <div key={tile.id} className={classes.place} data-kind={tile.kind} style={placeOf(tile)}>
          {children(tile)}
        </div>
      ))}
    </div>
  );
}

function placeOf({ x, y, w, h }: Tile): CSSProperties {
  return {
    '--column': `${x + 1} / span ${w}`,
    '--row': `${y + 1} / span ${h}`,
    '--rows': h,
  } as CSSProperties;
}
