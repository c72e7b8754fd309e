import { onPhone } from '@causeway/contract/dashboards/layout.ts';
import {
  isAsking,
  type DashboardSettings,
  type Tile,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { ActionIcon } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import { TileView } from '../tile/tile-view.tsx';
import { changePhone, movePhone } from './arrange.ts';
import classes from './phone-canvas.module.css';

type PhoneCanvasProps = {
  tiles: Tile[];
  queries: readonly TileQuery[];
  colours: DashboardSettings['colours'];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onTiles: (tiles: Tile[], kind?: string) => void;
};

/** The order, height and absence of tiles on a phone, which has nothing to drag them beside. */
export function PhoneCanvas(props: PhoneCanvasProps) {
  const { tiles, queries, colours, chosenId, onChoose, onTiles } = props;
  const { t } = useTranslation('dashboards');
  const places = onPhone(tiles);
  return (
    <div className={classes.phone}>
      <p className={classes.hint}>{t('screen.hint')}</p>
      <ol className={classes.list}>
        {places.map(({ tile, rows, isHalf, isHidden }, at) => {
          const name = nameOf(tile, queries) || t(`kind.${tile.kind}`);
          const size = (h: number) =>
            onTiles(changePhone(tiles, tile.id, { h }), `phone size ${tile.id}`);
          const actions: [string, IconName, boolean, () => void][] = [
            ['up', 'arrowUp', at === 0, () => onTiles(movePhone(tiles, tile.id, -1))],
            [
              'down',
              'arrowDown',
              at === places.length - 1,
              () => onTiles(movePhone(tiles, tile.id, 1)),
            ],
            ['lower', 'minus', rows <= 2, () => size(rows - 1)],
            ['higher', 'plus', rows >= 30, () => size(rows + 1)],
            [
              isHidden ? 'show' : 'hide',
              isHidden ? 'eyeOff' : 'eye',
              false,
              () => onTiles(changePhone(tiles, tile.id, { isHidden: !isHidden })),
            ],
          ];
          return (
            <li
              key={tile.id}
              className={classes.item}
              data-half={isHalf || undefined}
              data-hidden={isHidden || undefined}
            >
              <div className={classes.tools}>
                {actions.map(([action, icon, isOff, run]) => (
                  <ActionIcon
                    key={action}
                    size={24}
                    variant="subtle"
                    disabled={isOff}
                    aria-label={t(`screen.${action}`, { name })}
                    onClick={run}
                  >
                    <Icon name={icon} size={14} />
                  </ActionIcon>
                ))}
              </div>
              <div className={classes.tile} style={{ '--rows': rows } as CSSProperties}>
                <div className={classes.content} inert>
                  <TileView
                    tile={tile}
                    queries={queries}
                    mayWrite={false}
                    colours={colours}
                    isQuiet
                  />
                </div>
                <button
                  type="button"
                  className={classes.choose}
                  aria-label={t('choose', { name })}
                  aria-pressed={tile.id === chosenId}
                  onClick={() => onChoose(tile.id)}
                />
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function nameOf(tile: Tile, queries: readonly TileQuery[]): string {
  if (tile.title || !isAsking(tile)) return tile.title;
  const query = queries.find(({ id }) => id === tile.queryId);
  return query && query.state !== 'private' ? query.name : '';
}
