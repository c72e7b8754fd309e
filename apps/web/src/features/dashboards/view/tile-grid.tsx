import { inReadingOrder, onPhone } from '@causeway/contract/dashboards/layout.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { useMediaQuery } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import classes from './tile-grid.module.css';

type TileGridProps = { tiles: readonly Tile[]; children: (tile: Tile) => ReactNode };

/** Tiles where they were put; on a phone below each other, numbers two abreast. */
export function TileGrid({ tiles, children }: TileGridProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  if (isNarrow) return <PhoneGrid tiles={tiles}>{children}</PhoneGrid>;
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

function placeOf({ x, y, w, h }: Tile): CSSProperties {
  return {
    '--column': `${x + 1} / span ${w}`,
    '--row': `${y + 1} / span ${h}`,
  } as CSSProperties;
}
