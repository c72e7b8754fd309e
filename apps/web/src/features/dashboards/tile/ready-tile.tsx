import type {
  AskingTile,
  DashboardSettings,
  TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { foldOf, rowLimitOf, totalsOf } from '@causeway/contract/dashboards/tile-asks.ts';
import type { ResultCondition } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TileView } from '#domain/dashboards/ask-tiles.ts';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { useFilling } from '#domain/sample/use-filling.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import {
  crossCondition,
  notApplied,
  tileParameters,
  unfitFilters,
} from '@causeway/contract/dashboards/filter-values.ts';
import type { Filtering } from '../filters/use-filters.ts';
import type { PickedMark } from '@causeway/contract/drawing/picked-mark.ts';
import { whereOf } from './around-tile.ts';
import { AsOf } from './as-of.tsx';
import { CommentMark } from './comment-mark.tsx';
import { MarkMenu } from './mark-menu.tsx';
import { TileFrame } from './tile-frame.tsx';
import { TileNote } from './tile-note.tsx';
import { TileMenu } from './menu/tile-menu.tsx';
import { TileRows } from './tile-rows.tsx';
import { usePart } from './use-part.ts';
import classes from './ready-tile.module.css';

const RowsBehindDialog = lazy(() => import('./rows-behind-dialog.tsx'));

export type ReadyQuery = Extract<TileQuery, { state: 'ready' }>;

type ReadyTileProps = {
  tile: AskingTile;
  query: ReadyQuery;
  isQuiet: boolean;
  filtering: Filtering | undefined;
  view: TileView | undefined;
  colours: DashboardSettings['colours'];
  onPick: ((mark: PickedMark) => void) | undefined;
};

/** A tile whose query the caller may run. */
export function ReadyTile(props: ReadyTileProps) {
  const { tile, query, isQuiet, filtering, view, colours, onPick } = props;
  const { t } = useTranslation('dashboards');
  const frame = useRef<HTMLElement>(null);
  const timeZone = useCurrentProject().project?.settings.timeZone ?? 'UTC';
  const parameters = tileParameters(query, tile.parameters, filtering?.parameters ?? []);
  const where = whereOf(tile, query, filtering);
  const [mark, setMark] = useState<ResultCondition[]>();
  const [menu, setMenu] = useState<{ picked: PickedMark; place: { x: number; y: number } }>();
  const rows = useQuery(
    tileRowsQuery(query, parameters, {
      rowLimit: rowLimitOf(tile),
      where,
      fold: foldOf(tile),
      totals: totalsOf(tile),
      seen: view && { view, tileId: tile.id },
    }),
  );
  const part = usePart(rows.data, { tile, query, parameters, where, timeZone });
  const { percent } = useFormats();
  const filled = useFilling(query.connectorId, rows.isError);
  const title = tile.title || query.name;
  const missed = [
    ...(filtering ? notApplied(filtering.filters, filtering.state, query) : []).map(
      ({ label }) => label,
    ),
    ...(rows.data?.notApplied ?? []),
  ];
  const unfit = filtering ? unfitFilters(filtering.filters, filtering.state, query) : [];
  const openRows = (picked: PickedMark) =>
    setMark(picked.map(({ column, pick }) => ({ column, condition: crossCondition(pick) })));
  const said = t('filters.notApplied', { names: missed.join(', ') });
  return (
    <TileFrame
      ref={frame}
      title={title}
      tools={
        !isQuiet && (
          <>
            {missed.length > 0 && (
              <span className={classes.missed} title={said}>
                <Icon name="filter" size={12} />
                <span className={classes.words}>{t('filters.notFiltered')}</span>
              </span>
            )}
            <CommentMark tileId={tile.id} title={title} />
            {rows.data && <AsOf at={rows.data.asOf} timeZone={timeZone} />}
            <TileMenu
              tile={tile}
              title={title}
              query={query}
              parameters={parameters}
              where={where}
              rows={rows}
              frame={frame}
            />
          </>
        )
      }
    >
      {unfit.length > 0 ? (
        <p className={classes.unfit} role="alert">
          {t('filters.unfit', { names: unfit.map(({ label }) => label).join(', ') })}
        </p>
      ) : filled !== undefined ? (
        <TileNote>{t('tile.filling', { part: percent(filled) })}</TileNote>
      ) : (
        <TileRows
          tile={tile}
          title={title}
          rows={rows}
          part={part}
          parameters={parameters}
          timeZone={timeZone}
          colours={colours}
          units={query.units}
          onPick={tile.click === 'rows' && onPick ? openRows : onPick}
          onMenu={isQuiet ? undefined : (picked, place) => setMenu({ picked, place })}
        />
      )}
      {menu && (
        <MarkMenu
          place={menu.place}
          onFilter={onPick && (() => onPick(menu.picked))}
          onRows={() => openRows(menu.picked)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {mark && (
        <Suspense fallback={null}>
          <RowsBehindDialog
            title={title}
            query={query}
            parameters={parameters}
            where={where}
            mark={mark}
            onClose={() => setMark(undefined)}
          />
        </Suspense>
      )}
    </TileFrame>
  );
}
