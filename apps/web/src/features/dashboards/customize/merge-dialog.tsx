import {
  isAsking,
  type Dashboard,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { Miniature, tileIcons } from '#domain/dashboards/miniature.tsx';
import classes from './merge-dialog.module.css';
import {
  firstChoices,
  type Aspect,
  type Choice,
  type Choices,
  type TileChange,
} from './merge-tiles.ts';
import { SideChoice } from './side-choice.tsx';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type MergeDialogProps = {
  draft: DashboardDraft;
  /** As somebody else saved it. */
  dashboard: Dashboard;
  onMerge: (choices: Choices) => void;
  onClose: () => void;
};

/** Mine and theirs side by side: what each changed, and a choice for every piece of it. */
export default function MergeDialog({ draft, dashboard, onMerge, onClose }: MergeDialogProps) {
  const { t } = useTranslation('dashboards');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const { difference } = draft;
  const [choices, setChoices] = useState(() => firstChoices(difference));
  const queries = [...draft.queries, ...dashboard.queries];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('merge.title')}
      size={760}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.line}>{t('merge.line')}</p>
      <div className={classes.pictures}>
        {(['mine', 'theirs'] as const).map((side) => (
          <figure key={side} data-chosen={choices.places === side || undefined}>
            <Miniature tiles={side === 'mine' ? draft.tiles : dashboard.tiles} />
            <figcaption>{t(`merge.${side}`)}</figcaption>
          </figure>
        ))}
      </div>
      <ul className={classes.changes}>
        {difference.tabs.map(({ id, name, removedBy }) => (
          <li key={id} className={classes.change} data-both>
            <Icon name="dashboard" />
            <span className={classes.what}>
              <b>{t('merge.tab', { name })}</b>
              <span>{t(`merge.tabBy.${removedBy}`)}</span>
            </span>
            <SideChoice
              label={t('merge.tab', { name })}
              value={choices.tabs?.[id] ?? 'mine'}
              onChange={(side) => setChoices({ ...choices, tabs: { ...choices.tabs, [id]: side } })}
            />
          </li>
        ))}
        {difference.places && (
          <li className={classes.change} data-both={difference.places === 'both' || undefined}>
            <Icon name="dashboard" />
            <span className={classes.what}>
              <b>{t('merge.places')}</b>
              <span>{t(`merge.placesBy.${difference.places}`)}</span>
            </span>
            {difference.places === 'both' && (
              <SideChoice
                label={t('merge.places')}
                value={choices.places}
                onChange={(places) => setChoices({ ...choices, places })}
              />
            )}
          </li>
        )}
        {askedFirst(difference.tiles).map((change) => (
          <ChangedTile
            key={change.id}
            change={change}
            queries={queries}
            value={choices.tiles[change.id] ?? 'mine'}
            onChange={(side) =>
              setChoices({ ...choices, tiles: { ...choices.tiles, [change.id]: side } })
            }
          />
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('merge.cancel')}
        </Button>
        <Button onClick={() => onMerge(choices)}>{t('merge.apply')}</Button>
      </Group>
    </Modal>
  );
}

type ChangedTileProps = {
  change: TileChange;
  queries: readonly TileQuery[];
  value: Choice;
  onChange: (side: Choice) => void;
};

function ChangedTile({ change, queries, value, onChange }: ChangedTileProps) {
  const { t } = useTranslation('dashboards');
  const { mine, theirs, byMe, byThem } = change;
  const tile = mine ?? theirs;
  if (!tile) return null;
  const query = isAsking(tile) ? queries.find(({ id }) => id === tile.queryId) : undefined;
  const name = tile.title || (query && 'name' in query ? query.name : t(`kind.${tile.kind}`));
  const list = (aspects: Aspect[]) => aspects.map((aspect) => t(`merge.did.${aspect}`)).join(', ');
  return (
    <li className={classes.change} data-both={change.side === 'both' || undefined}>
      <Icon name={tileIcons[tile.kind]} />
      <span className={classes.what}>
        <b>{name}</b>
        {byMe.length > 0 && <span>{t('merge.byMe', { what: list(byMe) })}</span>}
        {byThem.length > 0 && <span>{t('merge.byThem', { what: list(byThem) })}</span>}
      </span>
      {change.side === 'both' && <SideChoice label={name} value={value} onChange={onChange} />}
    </li>
  );
}

/** What only one side changed is told, not asked. */
function askedFirst(changes: readonly TileChange[]): TileChange[] {
  const rank = ({ side }: TileChange) => (side === 'both' ? 0 : 1);
  return changes.toSorted((one, other) => rank(one) - rank(other));
}
