import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import type { QueryParameter, QueryRows } from '@causeway/contract/sql/queries.ts';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { TileRows } from '../tile/tile-rows.tsx';
import type { Suggestion } from './suggest-tiles.ts';
import { useTitleOf } from './use-title-of.ts';
import classes from './wizard-page.module.css';
import type { WizardSource } from './wizard-source.ts';

type SuggestedTileProps = {
  source: WizardSource;
  suggestion: Suggestion;
  parameters: readonly QueryParameter[];
  /** The time it begins with, as the filter of dates is bound; null is all of it. */
  period: string | null;
  isWanted: boolean;
  onToggle: () => void;
};

const MOST_ROWS = 1_000;
/** In the planner’s units, of which about a hundred thousand take a second where little is in memory. */
export const SLOW_COST = 500_000;

/** A tile as it would be, with what speaks for it. */
export function SuggestedTile(props: SuggestedTileProps) {
  const { source, suggestion, parameters, period, isWanted, onToggle } = props;
  const { t, i18n } = useTranslation('dashboards');
  const short = new Intl.NumberFormat(i18n.language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const { key, names, sql, kind, chart, missing } = suggestion;
  const [runsAnyway, setRunsAnyway] = useState(false);
  const bindings = Object.fromEntries(
    parameters.map(({ name }) => [name, name === 'period' ? period : null]),
  );
  const asked = { sql, bindings, rowLimit: MOST_ROWS };
  const of = ['dashboard-wizard', source.connectorId, sql, period];
  // A plan that can't be had holds nothing up: the query itself tells what is wrong.
  const cost = useQuery({
    queryKey: [...of, 'cost'],
    queryFn: async ({ signal }) => (await source.cost?.(asked, signal)) ?? 0,
    staleTime: 5 * 60_000,
    enabled: isWanted,
    retry: false,
  });
  const isSlow = (cost.data ?? 0) >= SLOW_COST;
  const rows = useQuery({
    queryKey: [...of, 'rows'],
    queryFn: async ({ signal }): Promise<QueryRows> => {
      const found = await source.read(asked, signal);
      const asOf = new Date().toISOString();
      return { ...found, hasMore: found.hasMore ?? false, version: 0, asOf, milliseconds: 0 };
    },
    staleTime: 5 * 60_000,
    enabled: isWanted && !cost.isPending && (!isSlow || runsAnyway),
  });
  const name = useTitleOf()(suggestion);
  const timeZone = useCurrentProject().project?.settings.timeZone ?? 'UTC';
  const asking = { id: key, title: name, queryId: null, parameters: [], ...nowhere };
  const tile: AskingTile =
    kind === 'chart' ? { ...asking, kind, chart, missing } : { ...asking, kind };
  return (
    <li className={classes.tile} data-off={!isWanted || undefined} data-kind={kind}>
      <Checkbox label={name} checked={isWanted} onChange={onToggle} />
      <p className={classes.why}>{t(`wizard.why.${key}`, names)}</p>
      {isWanted && isSlow && (
        <div className={classes.slow}>
          <p>{t('wizard.slow', { cost: short.format(cost.data ?? 0) })}</p>
          {!runsAnyway && (
            <Button size="xs" variant="default" onClick={() => setRunsAnyway(true)}>
              {t('wizard.runAnyway')}
            </Button>
          )}
        </div>
      )}
      {isWanted && (!isSlow || runsAnyway) && (
        <div className={classes.preview}>
          <TileRows tile={tile} title={name} rows={rows} timeZone={timeZone} />
        </div>
      )}
    </li>
  );
}

const nowhere = { x: 0, y: 0, w: 6, h: 6 };
