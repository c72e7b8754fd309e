import {
  isAsking,
  type AskingTile,
  type DashboardTab,
  type Tile,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { moveToTab } from './arrange.ts';
import { BehaviourOfTile } from './behaviour-of-tile.tsx';
import { ChartOfTile } from './chart-of-tile.tsx';
import { FormatsOfTile } from './formats-of-tile.tsx';
import classes from './inspector.module.css';
import { ParametersOfTile } from './parameters-of-tile.tsx';
import { PlaceOfTile } from './place-of-tile.tsx';
import { ShapeOfTile } from './shape-of-tile.tsx';
import { WordsOfTile } from './words-of-tile.tsx';

type InspectorProps = {
  project: Project;
  tile: Tile;
  /** Those of the open tab. */
  tiles: Tile[];
  all: Tile[];
  tabs: DashboardTab[];
  tabId: string | undefined;
  queries: readonly TileQuery[];
  filters: readonly DashboardFilter[];
  /** Changes of one kind in a row are one step to take back. */
  onTiles: (tiles: Tile[], kind?: string) => void;
  /** All tiles, once one of them went to another tab. */
  onTab: (all: Tile[], to: string) => void;
  /** Another query is to be chosen. */
  onQuery: () => void;
  onRemove: () => void;
  onClose: () => void;
};

const askingKinds = ['number', 'chart', 'table', 'gauge', 'pivot'] as const;

/** What the chosen tile is called, what it asks, how it looks and acts, and where it lies. */
export function Inspector(props: InspectorProps) {
  const { project, tile, tiles, all, tabs, tabId, queries } = props;
  const { onTiles, onTab, onQuery, onRemove, onClose } = props;
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
      {!isAsking(tile) && <WordsOfTile project={project} tile={tile} onChange={replace} />}
      {isAsking(tile) && (
        <>
          <Section title={t('section.data')}>
            <div className={classes.query}>
              <Icon name="code" size={14} />
              <span>{queryName || t('tile.gone')}</span>
              <Button size="compact-xs" variant="default" onClick={onQuery}>
                {t('otherQuery')}
              </Button>
            </div>
            {query?.state === 'ready' && (
              <ParametersOfTile
                wanted={query.parameters}
                given={tile.parameters}
                filters={props.filters}
                onChange={(parameters) => replace({ ...tile, parameters })}
              />
            )}
          </Section>
          <Section title={t('section.look')}>
            <NativeSelect
              label={t('shownAs')}
              value={tile.kind}
              data={askingKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
              onChange={({ currentTarget: { value } }) =>
                replace(withKind(tile, askingKinds.find((kind) => kind === value) ?? tile.kind))
              }
            />
            {query?.state === 'ready' && tile.kind === 'chart' && (
              <ChartOfTile
                tile={tile}
                query={query}
                onChart={(chart) => replace({ ...tile, chart }, 'chart')}
              />
            )}
            {query?.state === 'ready' && (
              <ShapeOfTile tile={tile} query={query} onChange={replace} />
            )}
          </Section>
          {query?.state === 'ready' && (
            <Section title={t('format.title')}>
              <FormatsOfTile
                tile={tile}
                query={query}
                onFormats={(formats) => replace({ ...tile, formats }, 'format')}
              />
            </Section>
          )}
          <BehaviourOfTile tile={tile} onChange={replace} />
        </>
      )}
      <Section title={t('placeAndSize')}>
        {tabs.length > 1 && (
          <NativeSelect
            label={t('tabs.one')}
            value={tabId}
            data={tabs.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) =>
              onTab(moveToTab({ tiles: all, tabs }, tile.id, value), value)
            }
          />
        )}
        <PlaceOfTile tile={tile} tiles={tiles} onTiles={onTiles} />
      </Section>
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.place}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function withKind(tile: AskingTile, kind: AskingTile['kind']): AskingTile {
  const { id, title, tab, phone, queryId, parameters, formats, click, x, y, w, h } = tile;
  const shared = {
    id,
    title,
    queryId,
    parameters,
    x,
    y,
    w,
    h,
    ...(tab && { tab }),
    ...(phone && { phone }),
    ...(formats && { formats }),
    ...(click && { click }),
  };
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
