import type { AskingTile, Tile, TileQuery } from '@causeway/contract/dashboards.ts';
import {
  ActionIcon,
  Button,
  NumberInput,
  SegmentedControl,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { moveTile, resizeTile, type Step } from './arrange.ts';
import { ChartOfTile } from './chart-of-tile.tsx';
import classes from './inspector.module.css';
import { ParametersOfTile } from './parameters-of-tile.tsx';

type InspectorProps = {
  tile: Tile;
  tiles: Tile[];
  queries: readonly TileQuery[];
  /** Changes of one kind in a row are one step to take back. */
  onTiles: (tiles: Tile[], kind?: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

const askingKinds = ['number', 'chart', 'table'] as const;
const steps = [
  ['left', 'arrowLeft'],
  ['up', 'arrowUp'],
  ['down', 'arrowDown'],
  ['right', 'arrowRight'],
] as const satisfies [Step, string][];

/** What the chosen tile is called, shows, and where it lies. */
export function Inspector({ tile, tiles, queries, onTiles, onRemove, onClose }: InspectorProps) {
  const { t } = useTranslation('dashboards');
  const query = tile.kind === 'text' ? undefined : queries.find(({ id }) => id === tile.queryId);
  const queryName = query && query.state !== 'private' ? query.name : '';

  function replace(next: Tile, kind?: string) {
    onTiles(
      tiles.map((one) => (one.id === tile.id ? next : one)),
      kind && `${kind} ${tile.id}`,
    );
  }

  return (
    <div className={classes.inspector}>
      <header className={classes.head}>
        <h2>{t(`kind.${tile.kind}`)}</h2>
        <ActionIcon variant="subtle" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" size={15} />
        </ActionIcon>
      </header>
      <TextInput
        label={t('tileTitle')}
        value={tile.title}
        placeholder={queryName}
        maxLength={160}
        onChange={({ currentTarget: { value } }) => replace({ ...tile, title: value }, 'title')}
      />
      {tile.kind === 'text' ? (
        <Textarea
          label={t('text')}
          description={t('textHint')}
          value={tile.text}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={20_000}
          onChange={({ currentTarget: { value } }) => replace({ ...tile, text: value }, 'text')}
        />
      ) : (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t('shownAs')}
            value={tile.kind}
            data={askingKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            onChange={(kind) => replace(withKind(tile, kind))}
          />
          {query?.state === 'ready' && (
            <>
              <p className={classes.query}>
                <Icon name="code" size={14} /> {query.name}
              </p>
              {tile.kind === 'chart' && (
                <ChartOfTile
                  tile={tile}
                  query={query}
                  onChart={(chart) => replace({ ...tile, chart }, 'chart')}
                />
              )}
              <ParametersOfTile
                wanted={query.parameters}
                given={tile.parameters}
                onChange={(parameters) => replace({ ...tile, parameters })}
              />
            </>
          )}
        </>
      )}
      <fieldset className={classes.place}>
        <legend>{t('placeAndSize')}</legend>
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
      </fieldset>
      <Button
        variant="default"
        color="red"
        leftSection={<Icon name="trash" size={15} />}
        onClick={onRemove}
      >
        {t('removeTile')}
      </Button>
    </div>
  );
}

function withKind(tile: AskingTile, kind: AskingTile['kind']): AskingTile {
  const { id, title, queryId, parameters, x, y, w, h } = tile;
  const shared = { id, title, queryId, parameters, x, y, w, h };
  return kind === 'chart' ? { ...shared, kind, chart: null } : { ...shared, kind };
}
