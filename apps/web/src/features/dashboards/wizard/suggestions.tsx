import type { TilePlace } from '@causeway/contract/dashboards/layout.ts';
import { dashboardRoutes, type Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { dashboardWizardRoutes } from '@causeway/contract/dashboards/wizards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { Button, Chip, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { shortWeekdays } from '../weekday-name.ts';
import { type Label, withLabels } from './by-reference.ts';
import { defaultRange, initialOf, periodOf, RANGE_DAYS, unitOf } from './default-range.ts';
import { type Column, detectColumns } from './detect-columns.ts';
import { layOut } from './lay-out.ts';
import { narrowingsOf, parametersOf } from './narrowed-by.ts';
import { SuggestedTile } from './suggested-tile.tsx';
import { suggestTiles, type Suggestion } from './suggest-tiles.ts';
import { useLabels } from './use-labels.ts';
import { useTitleOf } from './use-title-of.ts';
import type { WizardSource } from './wizard-source.ts';
import { tableFactsQuery } from './table-facts.ts';
import { useWizardAddress } from './use-wizard-address.ts';
import classes from './wizard-page.module.css';

type SuggestionsProps = { project: Project; source: WizardSource };

/** What was found in the table, to be changed by a click, and the tiles that follow from it. */
export function Suggestions({ project, source }: SuggestionsProps) {
  const { connectorId, file } = source;
  const { t, i18n } = useTranslation('dashboards');
  const formats = useFormats();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const address = useWizardAddress();
  const facts = useQuery(tableFactsQuery(source));
  const labels = useLabels(project, source, facts.data?.values);
  const columns = [...source.columns, ...(labels ?? []).map(columnOfLabel)];
  const counts = new Map(facts.data?.values);
  for (const { name: labelled, column } of labels ?? []) {
    counts.set(labelled, counts.get(column) ?? 0);
  }
  const [name, setName] = useState(() => t('wizard.name', { table: source.label }));
  const found = detectColumns(columns, counts);
  const date = address.date === '' ? undefined : (address.date ?? found.dates[0]);
  const main = found.measures.find((one) => one.name === address.measure) ?? found.measures[0];
  const others = found.measures.filter((one) => one !== main);
  const dimensions = address.dimensions ?? found.dimensions.slice(0, 2);
  const joined = withLabels(
    source.from,
    (labels ?? []).filter((one) => dimensions.includes(one.name)),
  );
  const now = useNow();
  const dateFacts = facts.data?.dates.get(date ?? '');
  const range = defaultRange(dateFacts, facts.data?.rows, now);
  const suggestions = suggestTiles(
    source.name,
    {
      date,
      measures: main ? [main, ...others] : [],
      dimensions,
      place: found.place,
      hasHours: columns.some((one) => one.name === date && one.typeName !== 'date'),
      unit: unitOf(range, dateFacts, facts.data?.rows),
      weekdays: shortWeekdays(i18n.language),
      joined,
    },
    file,
  );
  const wanted = suggestions.filter(({ key }) => !address.off.includes(key));
  const titleOf = useTitleOf();
  const narrowings = narrowingsOf(
    { from: joined, columns },
    { date, dimensions, period: t('wizard.period'), initial: initialOf(range) },
  );
  const parameters = parametersOf(narrowings);

  async function saveQuery(title: string, sql: string, asked: typeof parameters) {
    const body = {
      connector: { id: connectorId },
      name: `${name}: ${title}`.slice(0, 160),
      folder: name,
      sql,
      parameters: asked,
      isShared: true,
    };
    return (await api.call(queryRoutes.create, { body })).id;
  }

  const save = useMutation({
    mutationFn: async () => {
      const tiles: Tile[] = [];
      const places = layOut(wanted.map(({ size }) => size));
      for (const [at, place] of places.entries()) {
        const suggestion = wanted[at]!;
        const queryId = await saveQuery(titleOf(suggestion), suggestion.sql, parameters);
        tiles.push(tileOf(suggestion, { title: titleOf(suggestion), queryId, place }));
      }
      const filters = [];
      for (const { filter, choices } of narrowings) {
        const title = t('wizard.choices', { name: filter.label });
        const queryId = choices && (await saveQuery(title, choices, []));
        filters.push({ ...filter, ...(queryId && { optionsFrom: { queryId } }) });
      }
      return api.call(dashboardRoutes.create, {
        params: { projectId: project.id },
        body: { name, tiles, filters },
      });
    },
    onSuccess: async ({ id }) => {
      const params = { projectId: project.id, wizardId: address.id ?? '' };
      // Made: what was chosen on the way is not taken up again.
      if (address.id) await api.call(dashboardWizardRoutes.forget, { params });
      await refreshDashboards(project.id);
      openHref(scopedHref(`/dashboards/${id}`));
    },
  });

  // How a picture is cut into months or days depends on them: nothing is asked twice.
  if (facts.isPending || (facts.data && !labels)) return <SkeletonCards count={6} height={220} />;
  return (
    <>
      <div className={classes.found}>
        <ColumnChips
          label={t('wizard.date')}
          names={found.dates}
          chosen={date ? [date] : []}
          onToggle={(one) => address.change({ date: one === date ? '' : one })}
        />
        <ColumnChips
          label={t('wizard.measure')}
          names={found.measures.map((one) => one.name)}
          chosen={main ? [main.name] : []}
          onToggle={(one) => address.change({ measure: one })}
        />
        <ColumnChips
          label={t('wizard.dimensions')}
          names={found.dimensions}
          chosen={dimensions}
          onToggle={(one) =>
            address.change({
              by: dimensions.includes(one)
                ? dimensions.filter((other) => other !== one)
                : [...dimensions, one],
            })
          }
        />
      </div>
      {date && (
        <p className={classes.why}>
          {t(`wizard.range.${range.kind}`, {
            count: RANGE_DAYS,
            ...(range.kind === 'since' && {
              from: formats.date(range.from),
              newest: formats.date(range.newest),
            }),
          })}
        </p>
      )}
      <ul className={classes.tiles}>
        {suggestions.map((suggestion) => (
          <SuggestedTile
            key={`${suggestion.key} ${suggestion.sql}`}
            source={source}
            suggestion={suggestion}
            parameters={parameters}
            period={periodOf(range, now, project.settings.timeZone)}
            isWanted={!address.off.includes(suggestion.key)}
            onToggle={() =>
              address.change({
                off: address.off.includes(suggestion.key)
                  ? address.off.filter((key) => key !== suggestion.key)
                  : [...address.off, suggestion.key],
              })
            }
          />
        ))}
      </ul>
      <Group align="flex-end" className={classes.save ?? ''}>
        <TextInput
          className={classes.name ?? ''}
          label={t('name')}
          value={name}
          maxLength={120}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button
          loading={save.isPending}
          disabled={wanted.length === 0 || name.trim() === ''}
          onClick={() => save.mutate()}
        >
          {t('wizard.save', { count: wanted.length })}
        </Button>
      </Group>
      {save.error && <p className={classes.error}>{errorText(save.error)}</p>}
    </>
  );
}

function columnOfLabel({ name }: Label): Column {
  return { name, category: 'S', typeName: 'text', constraintType: null };
}

/** One moment for a visit: what is looked at and what is made are of the same days. */
function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}

type ColumnChipsProps = {
  label: string;
  names: readonly string[];
  chosen: readonly string[];
  onToggle: (name: string) => void;
};

function ColumnChips({ label, names, chosen, onToggle }: ColumnChipsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className={classes.chips}>
      <legend>{label}</legend>
      {names.slice(0, 12).map((name) => (
        <Chip key={name} size="xs" checked={chosen.includes(name)} onChange={() => onToggle(name)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}

type Placing = { title: string; queryId: string; place: TilePlace };

function tileOf({ kind, chart, missing }: Suggestion, { title, queryId, place }: Placing): Tile {
  const asking = { id: crypto.randomUUID(), title: title.slice(0, 160), queryId, parameters: [] };
  return kind === 'chart'
    ? { ...place, ...asking, kind, chart, ...(missing && { missing }) }
    : { ...place, ...asking, kind };
}
