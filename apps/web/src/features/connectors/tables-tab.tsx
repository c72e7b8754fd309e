import {
  hiddenTest,
  hideTable,
  listHiddenNames,
  listHiddenPatterns,
  showTable,
} from '@causeway/contract/hidden-tables.ts';
import type { Connector } from '@causeway/contract/connectors.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcesQuery } from '#platform/connectors/resources-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AliasField } from './alias-field.tsx';
import { withAlias } from './aliases.ts';
import type { TabProps } from './tab-props.ts';
import { useChangeSettings } from './connectors-query.ts';
import { HiddenPatterns } from './hidden-patterns.tsx';
import { Problem } from './problem.tsx';
import classes from './tables-tab.module.css';

/** More rows than this are slow to draw and nobody reads them; the search finds the rest. */
const MOST_ROWS = 200;

export function TablesTab({ connector, mayManage }: TabProps) {
  const { t } = useTranslation('connectors');
  const resources = useQuery(resourcesQuery(connector.projectId, connector.id));
  return (
    <QueryView
      query={resources}
      skeleton={<SkeletonTable rows={10} columns={2} />}
      errorTitle={t('tables.failed')}
    >
      {({ items, more }) => (
        <Tables
          connector={connector}
          tables={withHidden(
            items.map(({ name }) => name),
            connector.settings.hidden,
          )}
          hasMore={more}
          mayManage={mayManage}
        />
      )}
    </QueryView>
  );
}

type TablesProps = {
  connector: Connector;
  tables: string[];
  hasMore: boolean;
  mayManage: boolean;
};

function Tables({ connector, tables, hasMore, mayManage }: TablesProps) {
  const { t } = useTranslation('connectors');
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const [mostRows, setMostRows] = useState(MOST_ROWS);
  const change = useChangeSettings(connector);
  const { hidden, aliases } = connector.settings;
  const isHidden = hiddenTest(hidden);
  const isHiddenByPattern = hiddenTest(listHiddenPatterns(hidden));
  const found = tables.filter((table) => isFound(search, table, aliases[table]));
  if (tables.length === 0 && hidden.length === 0) {
    return <EmptyState icon="table" title={t('tables.none')} line={t('tables.noneLine')} />;
  }
  return (
    <div className={classes.tables}>
      {mayManage && (
        <HiddenPatterns
          hidden={hidden}
          tables={tables}
          onChange={(next) => change.mutate({ hidden: next })}
        />
      )}
      <TextInput
        aria-label={t('tables.search')}
        placeholder={t('tables.search')}
        leftSection={<Icon name="search" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Problem error={change.error} />
      <p className={classes.count} aria-live="polite">
        {search.trim() === ''
          ? t('tables.all', { count: tables.length })
          : t('tables.found', { found: number(found.length), count: tables.length })}
        {hasMore && ` ${t('tables.more')}`}
      </p>
      {found.length > 0 && (
        <table className={classes.list}>
          <thead>
            <tr>
              <th scope="col">{t('tables.name')}</th>
              <th scope="col">{t('tables.alias')}</th>
              {mayManage && <th scope="col">{t('tables.shown')}</th>}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostRows).map((table) => (
              <TableRow
                key={table}
                table={table}
                alias={aliases[table] ?? ''}
                isHidden={isHidden(table)}
                isHiddenByPattern={isHiddenByPattern(table)}
                mayManage={mayManage}
                onAlias={(alias) => change.mutate({ aliases: withAlias(aliases, table, alias) })}
                onHide={() => change.mutate({ hidden: hideTable(hidden, table) })}
                onShow={() => change.mutate({ hidden: showTable(hidden, table) })}
              />
            ))}
          </tbody>
        </table>
      )}
      {found.length > mostRows && (
        <Button variant="default" onClick={() => setMostRows(mostRows + MOST_ROWS)}>
          {t('tables.showMore')}
        </Button>
      )}
    </div>
  );
}

type TableRowProps = {
  table: string;
  alias: string;
  isHidden: boolean;
  isHiddenByPattern: boolean;
  mayManage: boolean;
  onAlias: (alias: string) => void;
  onHide: () => void;
  onShow: () => void;
};

function TableRow(props: TableRowProps) {
  const { table, alias, isHidden, isHiddenByPattern, mayManage, onAlias, onHide, onShow } = props;
  const { t } = useTranslation('connectors');
  return (
    <tr data-hidden={isHidden || undefined}>
      <th scope="row" className={classes.name}>
        {table}
        {isHidden && (
          <span className={classes.mark}>
            {t(isHiddenByPattern ? 'tables.hiddenByPattern' : 'tables.hidden')}
          </span>
        )}
      </th>
      <td>
        {mayManage ? (
          <AliasField label={t('tables.aliasOf', { table })} alias={alias} onChange={onAlias} />
        ) : (
          alias
        )}
      </td>
      {mayManage && (
        <td className={classes.toggle}>
          <ActionIcon
            size={28}
            disabled={isHiddenByPattern}
            aria-label={t(isHidden ? 'tables.show' : 'tables.hide', { table })}
            onClick={isHidden ? onShow : onHide}
          >
            <Icon name={isHidden ? 'eyeOff' : 'eye'} />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}

/** The server leaves hidden tables out; here they can be shown again. */
function withHidden(shown: string[], hidden: string[]): string[] {
  const all = new Set([...shown, ...listHiddenNames(hidden)]);
  return [...all].toSorted((one, other) => one.localeCompare(other));
}

function isFound(search: string, table: string, alias = ''): boolean {
  const wanted = search.trim().toLowerCase();
  return table.toLowerCase().includes(wanted) || alias.toLowerCase().includes(wanted);
}
