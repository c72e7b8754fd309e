import { formatBytes } from '@causeway/contract/bytes.ts';
import type { TableHealth } from '@causeway/contract/intelligence/intelligence.ts';
import type { TableSummary } from '@causeway/contract/tables/details.ts';
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToConnector } from '#domain/connectors/to-connector.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { HealthMark } from '#domain/intelligence/health-mark.tsx';
import { useHealth } from '#domain/intelligence/use-health.ts';
import { UnlessFilling } from '#domain/sample/unless-filling.tsx';
import { ImportLink } from '#domain/transfers/import-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { mayTakeFocus } from '#ui/may-take-focus.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { StagedTables } from './staged-tables.tsx';
import { kindIcons } from './kind-icons.ts';
import { NewTable } from './new-table.tsx';
import { DEFAULT_SCHEMA, tablePath } from '../table-name.ts';
import { tablesQuery } from '../tables-query.ts';
import { SortedHeader } from './sorted-header.tsx';
import { sortTables, type TablesOrder } from './sort-tables.ts';
import { TablesTools } from './tables-tools.tsx';
import { useShownSchema } from './use-shown-schema.ts';
import { useTablesLook } from './use-tables-look.ts';
import classes from './tables-view.module.css';

/** More rows than this are slow to draw and nobody reads them; the search finds the rest. */
const MOST_ROWS = 200;

type TablesViewProps = { projectId: string; connector: Connector };

const SchemaObjects = lazy(async () => {
  const [view] = await Promise.all([
    import('../structure/schema-objects.tsx'),
    loadTexts(['structure']),
  ]);
  return view;
});
const DiagramView = lazy(() => import('../diagram/diagram-view.tsx'));

/** The tables of a database, as a list or as a picture. */
export default function TablesView(props: TablesViewProps) {
  const { look, schema: named } = useTablesLook();
  const { projectId, connector } = props;
  const chosen = useShownSchema({ projectId, connectorId: connector.id }, named);
  if (look === 'table') return <TablesPage {...props} chosen={chosen} />;
  if (look === 'objects') return <ObjectsPage {...props} chosen={chosen} />;
  if (chosen === undefined) return null;
  return (
    <Suspense fallback={null}>
      <DiagramView {...props} shownSchema={chosen} />
    </Suspense>
  );
}

/** Functions, sequences and types of the schema. */
function ObjectsPage({ projectId, connector, chosen }: TablesPageProps) {
  const { t } = useTranslation('tables');
  const source = { projectId, connectorId: connector.id };
  return (
    <PageFrame isWide>
      <PageHeader
        title={connector.name}
        line={t('tables.objectsLine')}
        actions={<TablesTools source={source} />}
      />
      {chosen !== undefined && (
        <Suspense fallback={<SkeletonTable rows={12} columns={4} />}>
          <SchemaObjects key={chosen} connectorId={connector.id} schema={chosen} />
        </Suspense>
      )}
    </PageFrame>
  );
}

type TablesPageProps = TablesViewProps & { chosen: string | undefined };

function TablesPage({ projectId, connector, chosen }: TablesPageProps) {
  const { t } = useTranslation('tables');
  const queryClient = useQueryClient();
  const source = { projectId, connectorId: connector.id };
  const schema = chosen ?? DEFAULT_SCHEMA;
  const tables = useQuery({ ...tablesQuery(source, schema), enabled: chosen !== undefined });
  const refresh = () => queryClient.invalidateQueries(tablesQuery(source, schema));
  return (
    <PageFrame isWide>
      <PageHeader
        title={connector.name}
        line={t('tables.line')}
        actions={
          <>
            <TablesTools source={source} />
            <NewTable source={source} schema={schema} connector={connector} />
            <ImportLink />
            <Tooltip label={t('refresh')}>
              <ActionIcon
                variant="default"
                aria-label={t('refresh')}
                loading={tables.isRefetching}
                onClick={() => void refresh()}
              >
                <Icon name="refresh" />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
      <StagedTables connectorId={connector.id} />
      <QueryView
        query={tables}
        skeleton={<SkeletonTable rows={12} columns={4} />}
        errorTitle={t('tables.failed')}
        errorActions={<ToConnector error={tables.error} />}
        isEmpty={(list) => list.tables.length === 0}
        empty={
          <UnlessFilling connectorId={connector.id}>
            <EmptyState icon="table" title={t('tables.none')} line={t('tables.noneLine')} />
          </UnlessFilling>
        }
      >
        {(list) => <TableList key={schema} tables={list.tables} schema={schema} source={source} />}
      </QueryView>
    </PageFrame>
  );
}

type TableListProps = {
  tables: TableSummary[];
  schema: string;
  source: { projectId: string; connectorId: string };
};

function TableList({ tables, schema, source }: TableListProps) {
  const { t } = useTranslation('tables');
  const healthOf = useHealth(source.projectId, source.connectorId);
  const { number } = useFormats();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [search, setSearch] = useState('');
  const [mostRows, setMostRows] = useState(MOST_ROWS);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const [order, setOrder] = useState<TablesOrder>({ by: 'name', isDescending: false });
  const found = sortTables(
    tables.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(wanted)),
    order,
  );
  const hrefOf = (table: string) => scopedHref(tablePath({ schema, table }));

  function openFirst(event: KeyboardEvent) {
    const [first] = found;
    if (event.key === 'Enter' && first) openHref(hrefOf(first.name));
    if (event.key === 'Escape') setSearch('');
  }

  function walk(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, tbody a')];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    next?.focus();
    event.preventDefault();
  }

  return (
    // The arrow keys only shorten the way that Tab goes too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.tables} onKeyDown={walk}>
      <div className={classes.bar}>
        <TextInput
          className={classes.search}
          autoFocus={hasNoTouchKeyboard() && mayTakeFocus()}
          aria-label={t('tables.search')}
          placeholder={t('tables.search')}
          leftSection={<Icon name="search" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={openFirst}
        />
        <p className={classes.count} aria-live="polite">
          {wanted === ''
            ? t('tables.all', { count: tables.length, number: number(tables.length) })
            : t('tables.found', { found: number(found.length), number: number(tables.length) })}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('tables.noMatch')}
          line={t('tables.noMatchLine')}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {t('tables.clear')}
            </Button>
          }
        />
      ) : (
        <table className={classes.list}>
          <thead>
            <tr>
              <SortedHeader by="name" order={order} onOrder={setOrder} />
              <th scope="col" data-wide>
                {t('tables.comment')}
              </th>
              <SortedHeader by="rows" order={order} onOrder={setOrder} />
              <SortedHeader by="size" order={order} onOrder={setOrder} />
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostRows).map((table) => (
              <TableRow
                key={table.name}
                table={table}
                href={hrefOf(table.name)}
                health={healthOf(schema, table.name)}
              />
            ))}
          </tbody>
        </table>
      )}
      {found.length > mostRows && (
        <Button variant="default" onClick={() => setMostRows(mostRows + MOST_ROWS)}>
          {t('tables.more')}
        </Button>
      )}
    </div>
  );
}

type TableRowProps = { table: TableSummary; href: string; health: TableHealth | undefined };

function TableRow({ table, href, health }: TableRowProps) {
  const { t, i18n } = useTranslation('tables');
  const { number } = useFormats();
  const { showRawNames } = useSettings();
  const { name, label, kind, rowCount, sizeBytes, description } = table;
  const hasAlias = label !== name;
  return (
    <tr>
      <th scope="row">
        <div className={classes.first}>
          <AppLink className={classes.link} href={href} title={name}>
            <Icon name={kindIcons[kind]} />
            <span className={classes.name}>{showRawNames ? name : label}</span>
            {hasAlias && <span className={classes.other}>{showRawNames ? label : name}</span>}
            {kind !== 'table' && <span className={classes.kind}>{t(`kind.${kind}`)}</span>}
          </AppLink>
          <HealthMark health={health} />
        </div>
      </th>
      <td data-wide title={description ?? undefined}>
        {description}
      </td>
      <td data-number>{rowCount === null ? '–' : `~${number(rowCount)}`}</td>
      <td data-number>{sizeBytes > 0 ? formatBytes(sizeBytes, i18n.language) : '–'}</td>
    </tr>
  );
}

/** A touch keyboard would cover the list. */
function hasNoTouchKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches;
}
