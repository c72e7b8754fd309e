import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { ActionIcon, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { moveTile, resizeTile, type Step } from './arrange.ts';
import classes from './inspector.module.css';

const steps = [
  ['left', 'arrowLeft'],
  ['up', 'arrowUp'],
  ['down', 'arrowDown'],
  ['right', 'arrowRight'],
] as const satisfies [Step, string][];

type PlaceOfTileProps = {
  tile: Tile;
  tiles: Tile[];
  onTiles: (tiles: Tile[], kind?: string) => void;
};

/** Where it lies and how large it is, for who does not drag. */
export function PlaceOfTile({ tile, tiles, onTiles }: PlaceOfTileProps) {
  const { t } = useTranslation('dashboards');
  return (
    <>
      <div className={classes.steps}>
        {steps.map(([step, icon]) => (
          <ActionIcon
            key={step}
            variant="default"
            size={32}
            aria-label={t(`step.${step}`)}
            onClick={() => onTiles(moveTile(tiles, tile.id, step), `move ${tile.id}`)}
          >
            <Icon name={icon} size={15} />
          </ActionIcon>
        ))}
      </div>
      <div className={classes.sizes}>
        <NumberInput
          label={t('width')}
          value={tile.w}
          min={1}
          max={12}
          onChange={(w) =>
            typeof w === 'number' && onTiles(resizeTile(tiles, tile.id, { w }), `size ${tile.id}`)
          }
        />
        <NumberInput
          label={t('height')}
          value={tile.h}
          min={1}
          max={60}
          onChange={(h) =>
            typeof h === 'number' && onTiles(resizeTile(tiles, tile.id, { h }), `size ${tile.id}`)
          }
        />
      </div>
    </>
  );
}
