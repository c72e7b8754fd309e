import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import type { QueryParameter, QueryRows } from '@causeway/contract/sql/queries.ts';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
  isWanted: boolean;
  onToggle: () => void;
};

const MOST_ROWS = 1_000;

/** A tile as it would be, with what speaks for it. */
export function SuggestedTile(props: SuggestedTileProps) {
  const { source, suggestion, parameters, isWanted, onToggle } = props;
  const { t } = useTranslation('dashboards');
  const { key, names, sql, kind, chart, missing } = suggestion;
  const rows = useQuery({
    queryKey: ['dashboard-wizard', source.connectorId, 'rows', sql],
    queryFn: async ({ signal }): Promise<QueryRows> => {
      const bindings = Object.fromEntries(parameters.map(({ name }) => [name, null]));
      const found = await source.read({ sql, bindings, rowLimit: MOST_ROWS }, signal);
      const asOf = new Date().toISOString();
      return { ...found, hasMore: found.hasMore ?? false, version: 0, asOf, milliseconds: 0 };
    },
    staleTime: 5 * 60_000,
    enabled: isWanted,
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
      {isWanted && (
        <div className={classes.preview}>
          <TileRows tile={tile} title={name} rows={rows} timeZone={timeZone} />
        </div>
      )}
    </li>
  );
}

const nowhere = { x: 0, y: 0, w: 6, h: 6 };
