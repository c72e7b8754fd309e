import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import { keyFilters } from '#domain/filters/filter-choices.ts';
import { tableQuery } from '../tables-query.ts';
import { useTableHref } from '../use-table-view.ts';
import type { PeekedRow } from './peek-context.ts';
import { findRowQuery } from './reference-queries.ts';
import { backReferences, ReverseReferences } from './reverse-references.tsx';
import classes from './peek.module.css';

/** As many as can be taken in at a glance; the table has them all. */
const MOST_FIELDS = 10;

type PeekProps = {
  projectId: string;
  connectorId: string;
  row: PeekedRow;
  onClose: () => void;
};

/** The row a foreign key points at, without leaving the place. */
export default function Peek({ projectId, connectorId, row, onClose }: PeekProps) {
  const { t } = useTranslation('tables');
  const { reference, values } = row;
  const hrefOf = useTableHref();
  const details = useQuery(tableQuery({ projectId, connectorId }, reference));
  const found = useQuery(findRowQuery(connectorId, row));
  const error = details.error ?? found.error;
  if (error) return <ErrorState error={error} title={t('peek.failed')} />;
  if (!details.data || found.data === undefined) return <SkeletonLines count={6} />;
  const href = hrefOf(reference, { filters: keyFilters(reference.columns, values) });
  return (
    <>
      <PeekTitle details={details.data} page={found.data} values={values} />
      {found.data.rows.length === 0 ? (
        <p className={classes.gone}>{t('peek.gone')}</p>
      ) : (
        <PeekFields details={details.data} page={found.data} />
      )}
      <ReverseReferences
        connectorId={connectorId}
        references={backReferences(details.data, (column) => valueIn(found.data, column))}
        onOpen={onClose}
      />
      <AppLink className={classes.open} href={href} onClick={onClose}>
        {t('peek.openTable')}
        <Icon name="arrowRight" size={14} />
      </AppLink>
    </>
  );
}

type PartProps = { details: TableDetails; page: RowsPage };

function PeekTitle({ details, page, values }: PartProps & { values: string[] }) {
  const { showRawNames } = useSettings();
  const label = details.labelColumn === null ? undefined : valueIn(page, details.labelColumn);
  return (
    <header className={classes.header}>
      <p className={classes.table}>
        {showRawNames ? details.name : details.label} · {values.join(', ')}
      </p>
      {label !== null && label !== undefined && <h2 className={classes.title}>{String(label)}</h2>}
    </header>
  );
}

function PeekFields({ details, page }: PartProps) {
  const { t } = useTranslation('tables');
  const { showRawNames } = useSettings();
  const shown = details.columns.slice(0, MOST_FIELDS);
  const rest = details.columns.length - shown.length;
  return (
    <>
      <dl className={classes.fields}>
        {shown.map((column) => (
          <div key={column.name} className={classes.field}>
            <dt>{showRawNames ? column.name : column.label}</dt>
            <dd>
              <CellView cell={valueIn(page, column.name) ?? null} column={column} />
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && <p className={classes.rest}>{t('peek.more', { count: rest })}</p>}
    </>
  );
}

function valueIn(page: RowsPage | undefined, column: string) {
  const place = page?.fields.findIndex(({ name }) => name === column) ?? -1;
  return place === -1 ? undefined : page?.rows[0]?.[place];
}
