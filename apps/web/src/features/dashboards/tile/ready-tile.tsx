import type { AskingTile, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { Icon } from '#ui/icon.tsx';
import { notApplied, tileParameters } from '@causeway/contract/dashboard-filter-values.ts';
import type { Filtering } from '../filters/use-filters.ts';
import { AsOf } from './as-of.tsx';
import { TileFrame } from './tile-frame.tsx';
import { TileMenu } from './menu/tile-menu.tsx';
import { TileRows } from './tile-rows.tsx';
import classes from './ready-tile.module.css';

export type ReadyQuery = Extract<TileQuery, { state: 'ready' }>;

type ReadyTileProps = {
  tile: AskingTile;
  query: ReadyQuery;
  isQuiet: boolean;
  filtering: Filtering | undefined;
};

/** A tile whose query the caller may run. */
export function ReadyTile({ tile, query, isQuiet, filtering }: ReadyTileProps) {
  const { t } = useTranslation('dashboards');
  const frame = useRef<HTMLElement>(null);
  const parameters = tileParameters(query, tile.parameters, filtering?.parameters ?? []);
  const rows = useQuery(tileRowsQuery(query, parameters));
  const title = tile.title || query.name;
  const missed = filtering ? notApplied(filtering.filters, filtering.state, query) : [];
  const said = t('filters.notApplied', { names: missed.map(({ label }) => label).join(', ') });
  return (
    <TileFrame
      ref={frame}
      title={title}
      tools={
        !isQuiet && (
          <>
            {missed.length > 0 && (
              <span className={classes.missed} title={said}>
                <Icon name="filter" size={12} /> {t('filters.notFiltered')}
              </span>
            )}
            {rows.data && <AsOf at={rows.data.asOf} />}
            <TileMenu
              tile={tile}
              title={title}
              query={query}
              parameters={parameters}
              rows={rows}
              frame={frame}
            />
          </>
        )
      }
    >
      <TileRows tile={tile} title={title} rows={rows} />
    </TileFrame>
  );
}
