import { can } from '@causeway/contract/access.ts';
import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';
import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { uniqueFilters } from '@causeway/contract/tables/view.ts';
import { KeptProfileView } from '../health/kept-profile.tsx';
import { useTableSource } from '../use-table-source.ts';
import { useTableView } from '../use-table-view.ts';
import classes from './column-profile.module.css';
import { CommonValues } from './common-values.tsx';
import { binsOf, scaleOf } from './histogram.ts';
import { Histogram } from './histogram-view.tsx';
import { profileQuery, useAnalyze } from './profile-query.ts';

type ColumnProfileViewProps = { column: ShownColumn; onClose: () => void };

/** What the database knows about a column without reading it. */
export default function ColumnProfileView({ column, onClose }: ColumnProfileViewProps) {
  const { t } = useTranslation('tables');
  const source = useTableSource();
  const { view, changeView } = useTableView();
  const profile = useQuery(profileQuery(source, column.name));

  function filter(condition: Omit<FilterCondition, 'column'>) {
    onClose();
    const filters = uniqueFilters([...view.filters, { column: column.name, ...condition }]);
    changeView({ filters });
  }

  return (
    <div className={classes.profile}>
      <header className={classes.header}>
        <h2 className={classes.title}>{column.label}</h2>
        <span className={classes.type}>{column.exactType}</span>
      </header>
      {profile.isError && <ErrorState error={profile.error} title={t('profile.failed')} />}
      {profile.isPending && <SkeletonLines count={7} />}
      {profile.data?.state === 'ready' && (
        <Figures column={column} profile={profile.data} onFilter={filter} />
      )}
      <KeptProfileView column={column.name} />
      {profile.data && <AnalyzeHint profile={profile.data} />}
    </div>
  );
}

type FiguresProps = {
  column: ShownColumn;
  profile: ColumnProfile;
  onFilter: (condition: Omit<FilterCondition, 'column'>) => void;
};

function Figures({ column, profile, onFilter }: FiguresProps) {
  const { t } = useTranslation('tables');
  const { number, share, bytes } = useProfileFormats();
  const scale = scaleOf(column.category);
  const bins = scale ? binsOf(profile, scale) : [];
  const { nullShare, distinct, averageBytes, rowCount, smallest, largest } = profile;
  const facts = [
    { name: t('profile.nulls'), value: nullShare === null ? '–' : share(nullShare) },
    { name: t('profile.distinct'), value: distinct === null ? '–' : `~${number(distinct)}` },
    {
      name: t('profile.size'),
      value:
        averageBytes === null
          ? '–'
          : t('profile.sizeOf', {
              each: bytes(averageBytes),
              all: bytes(averageBytes * (rowCount ?? 0) * (1 - (nullShare ?? 0))),
            }),
    },
    { name: t('profile.smallest'), value: smallest },
    { name: t('profile.largest'), value: largest },
  ];
  return (
    <>
      {bins.length > 0 && scale && <Histogram bins={bins} scale={scale} />}
      <dl className={classes.facts}>
        {facts.flatMap(({ name, value }) =>
          value === null
            ? []
            : [
                <div key={name} className={classes.fact}>
                  <dt>{name}</dt>
                  <dd title={value}>{value}</dd>
                </div>,
              ],
        )}
      </dl>
      <CommonValues
        profile={profile}
        onFilter={(value) =>
          onFilter(value === null ? { operator: 'isNull' } : { operator: 'eq', value })
        }
      />
    </>
  );
}

/** Old or missing figures can be renewed by whoever may write. */
function AnalyzeHint({ profile }: { profile: ColumnProfile }) {
  const { t } = useTranslation('tables');
  const { number, ago } = useFormats();
  const source = useTableSource();
  const analyze = useAnalyze(source);
  const { state, isOutdated, analyzedAt, changedRows } = profile;
  const isNeeded = isOutdated || state === 'unanalyzed';
  return (
    <footer className={classes.footer} data-needed={isNeeded || undefined}>
      <p>
        {state === 'unanalyzed' && t('profile.unanalyzed')}
        {state === 'unavailable' && t('profile.unavailable')}
        {state === 'ready' &&
          (isOutdated
            ? t('profile.outdated', { rows: number(changedRows ?? 0) })
            : t('profile.source'))}
        {state === 'ready' &&
          analyzedAt !== null &&
          ` ${t('profile.at', { ago: ago(analyzedAt) })}`}
      </p>
      {isNeeded && can(source.role, 'sql.write') && (
        <Button
          size="compact-sm"
          variant="default"
          loading={analyze.isPending}
          onClick={() => analyze.mutate()}
        >
          {t('profile.analyze')}
        </Button>
      )}
      {analyze.isError && <p role="alert">{errorText(analyze.error)}</p>}
    </footer>
  );
}

function useProfileFormats() {
  const { i18n } = useTranslation();
  const { number } = useFormats();
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumSignificantDigits: 3,
  });
  return { number: (value: number) => number(Math.round(value)), share: percent.format, bytes };

  function bytes(count: number): string {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
    const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: units[power] ?? 'byte',
      unitDisplay: 'narrow',
      maximumSignificantDigits: 3,
    }).format(count / 1000 ** power);
  }
}
