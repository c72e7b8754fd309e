import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageBody } from './image-body.tsx';
import { LinkBody } from './link-body.tsx';
import { PlainTileMenu } from './menu/tile-menu.tsx';
import classes from './plain-tile.module.css';
import { TileFrame } from './tile-frame.tsx';

const Markdown = lazy(() => import('#platform/markdown/markdown.tsx'));

type PlainTileProps = {
  tile: Extract<Tile, { kind: 'text' | 'link' | 'image' }>;
  /** Without its menu, for where it is moved. */
  isQuiet: boolean;
};

/** A tile that asks nothing. Its menu shows up with the pointer: words and pictures stand alone. */
export function PlainTile({ tile, isQuiet }: PlainTileProps) {
  const { t } = useTranslation('dashboards');
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={classes.plain}>
      {tile.kind === 'text' && (
        <TileFrame title={tile.title} isPlain>
          <div className={classes.text}>
            <Suspense fallback={null}>
              <Markdown text={tile.text} />
            </Suspense>
          </div>
        </TileFrame>
      )}
      {tile.kind === 'link' && <LinkBody tile={tile} />}
      {tile.kind === 'image' && <ImageBody tile={tile} />}
      {!isQuiet && (
        <div className={classes.menu}>
          <PlainTileMenu tile={tile} title={tile.title || t(`kind.${tile.kind}`)} frame={frame} />
        </div>
      )}
    </div>
  );
}
