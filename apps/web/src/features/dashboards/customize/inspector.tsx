import {
  isAsking,
  type AskingTile,
  type Tile,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { ActionIcon, Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { moveTile, resizeTile, type Step } from './arrange.ts';
import { ChartOfTile } from './chart-of-tile.tsx';
import { FormatsOfTile } from './formats-of-tile.tsx';
import classes from './inspector.module.css';
import { ParametersOfTile } from './parameters-of-tile.tsx';
import { ShapeOfTile } from './shape-of-tile.tsx';

type InspectorProps = {
  tile: Tile;
  tiles: Tile[];
  queries: readonly TileQuery[];
  /** Changes of one kind in a row are one step to take back. */
  onTiles: (tiles: Tile[], kind?: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

const askingKinds = ['number', 'chart', 'table', 'gauge', 'pivot'] as const;
const steps = [
  ['left', 'arrowLeft'],
  ['up', 'arrowUp'],
  ['down', 'arrowDown'],
  ['right', 'arrowRight'],
] as const satisfies [Step, string][];

/** What the chosen tile is called, shows, and where it lies. */
export function Inspector({ tile, tiles, queries, onTiles, onRemove, onClose }: InspectorProps) {
  const { t } = useTranslation('dashboards');
  const query = isAsking(tile) ? queries.find(({ id }) => id === tile.queryId) : undefined;
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
      {tile.kind === 'link' && (
        <>
          <TextInput
            label={t('linkTo')}
            description={t('linkHint')}
            value={tile.href}
            maxLength={2_000}
            onChange={({ currentTarget: { value } }) => replace({ ...tile, href: value }, 'href')}
          />
          <TextInput
            label={t('linkText')}
            value={tile.text}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => replace({ ...tile, text: value }, 'text')}
          />
        </>
      )}
      {tile.kind === 'text' && (
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
      )}
      {isAsking(tile) && (
        <>
          <NativeSelect
            label={t('shownAs')}
            value={tile.kind}
            data={askingKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            onChange={({ currentTarget: { value } }) =>
              replace(withKind(tile, askingKinds.find((kind) => kind === value) ?? tile.kind))
            }
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
              <ShapeOfTile
                tile={tile}
                query={query}
                onChange={(next, kind) => replace(next, kind)}
              />
              <FormatsOfTile
                tile={tile}
                query={query}
                onFormats={(formats) => replace({ ...tile, formats }, 'format')}
              />
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
  const { id, title, queryId, parameters, formats, x, y, w, h } = tile;
  const shared = { id, title, queryId, parameters, ...(formats && { formats }), x, y, w, h };
  switch (kind) {
    case 'chart':
      return { ...shared, kind, chart: null };
    case 'gauge':
      return { ...shared, kind, goal: null, look: 'ring' };
    case 'pivot':
      return { ...shared, kind, pivot: null };
    default:
      return { ...shared, kind };
  }
}
