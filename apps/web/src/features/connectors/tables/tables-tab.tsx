import {
  hiddenTest,
  hideTable,
  listHiddenPatterns,
  showTable,
} from '@causeway/contract/tables/hidden-tables.ts';
import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { ActionIcon, Button, Chip, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AliasField } from '../connection/alias-field.tsx';
import { withAlias } from '../connection/aliases.ts';
import type { TabProps } from '../tab-props.ts';
import { useChangeSettings, visitQuery } from '../connectors-query.ts';
import { everyTableQuery } from './every-table.ts';
import { HiddenPatterns } from './hidden-patterns.tsx';
import { Problem } from '../problem.tsx';
import { SchemaNews } from './schema-news.tsx';
import classes from './tables-tab.module.css';

/** More rows than this are slow to draw and nobody reads them; the search finds the rest. */
const MOST_ROWS = 200;

export function TablesTab({ connector, mayManage }: TabProps) {
  const { t } = useTranslation('connectors');
  const tables = useQuery(everyTableQuery(connector));
  return (
    <QueryView
      query={tables}
      skeleton={<SkeletonTable rows={10} columns={2} />}
      errorTitle={t('tables.failed')}
    >
      {(list) => (
        <Tables connector={connector} tables={list.map(({ key }) => key)} mayManage={mayManage} />
      )}
    </QueryView>
  );
}

type TablesProps = { connector: Connector; tables: string[]; mayManage: boolean };

function Tables({ connector, tables, mayManage }: TablesProps) {
  const { t } = useTranslation('connectors');
  const { number } = useFormats();
  const news = useQuery(visitQuery(connector)).data;
  const [search, setSearch] = useState('');
  const [isOnlyNew, setIsOnlyNew] = useState(false);
  const [mostRows, setMostRows] = useState(MOST_ROWS);
  const change = useChangeSettings(connector);
  const { hidden, withheld, aliases } = connector.settings;
  const isHidden = hiddenTest(hidden);
  const isWithheld = hiddenTest(withheld);
  const isHiddenByPattern = hiddenTest(listHiddenPatterns(hidden));
  const newTables = new Set(news?.newTables);
  const found = tables.filter(
    (table) => isFound(search, table, aliases[table]) && (!isOnlyNew || newTables.has(table)),
  );
  if (tables.length === 0 && hidden.length === 0) {
    return <EmptyState icon="table" title={t('tables.none')} line={t('tables.noneLine')} />;
  }
  return (
    <div className={classes.tables}>
      {news && (
        <SchemaNews
          connector={connector}
          news={news}
          mayManage={mayManage}
          onForget={change.mutate}
        />
      )}
      {mayManage && (
        <HiddenPatterns
          hidden={hidden}
          tables={tables}
          onChange={(next) => change.mutate({ hidden: next })}
        />
      )}
      <div className={classes.find}>
        <TextInput
          className={classes.search}
          aria-label={t('tables.search')}
          placeholder={t('tables.search')}
          leftSection={<Icon name="search" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {newTables.size > 0 && (
          <Chip checked={isOnlyNew} onChange={setIsOnlyNew} size="sm">
            {t('tables.onlyNew', { count: newTables.size })}
          </Chip>
        )}
      </div>
      <Problem error={change.error} />
      <p className={classes.count} aria-live="polite">
        {search.trim() === '' && !isOnlyNew
          ? t('tables.all', { count: tables.length })
          : t('tables.found', { found: number(found.length), count: tables.length })}
      </p>
      {mayManage && <p className={classes.count}>{t('tables.assistantLine')}</p>}
      {found.length > 0 && (
        <table className={classes.list}>
          <thead>
            <tr>
              <th scope="col">{t('tables.name')}</th>
              <th scope="col">{t('tables.alias')}</th>
              {mayManage && <th scope="col">{t('tables.shown')}</th>}
              {mayManage && <th scope="col">{t('tables.assistant')}</th>}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostRows).map((table) => (
              <TableRow
                key={table}
                table={table}
                alias={aliases[table] ?? ''}
                isNew={newTables.has(table)}
                isHidden={isHidden(table)}
                isHiddenByPattern={isHiddenByPattern(table)}
                isWithheld={isWithheld(table)}
                mayManage={mayManage}
                onAlias={(alias) => change.mutate({ aliases: withAlias(aliases, table, alias) })}
                onHide={() => change.mutate({ hidden: hideTable(hidden, table) })}
                onShow={() => change.mutate({ hidden: showTable(hidden, table) })}
                onWithhold={() => change.mutate({ withheld: hideTable(withheld, table) })}
                onTell={() => change.mutate({ withheld: showTable(withheld, table) })}
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
  isNew: boolean;
  isHidden: boolean;
  isHiddenByPattern: boolean;
  isWithheld: boolean;
  mayManage: boolean;
  onAlias: (alias: string) => void;
  onHide: () => void;
  onShow: () => void;
  onWithhold: () => void;
  onTell: () => void;
};

function TableRow(props: TableRowProps) {
  const { table, alias, isNew, isHidden, isHiddenByPattern, isWithheld, mayManage } = props;
  const { onAlias, onHide, onShow, onWithhold, onTell } = props;
  const { t } = useTranslation('connectors');
  return (
    <tr data-hidden={isHidden || undefined}>
      <th scope="row" className={classes.name}>
        {table}
        {isNew && (
          <span className={classes.mark} data-new>
            {t('tables.new')}
          </span>
        )}
        {isHidden && (
          <span className={classes.mark}>
            {t(isHiddenByPattern ? 'tables.hiddenByPattern' : 'tables.hidden')}
          </span>
        )}
        {isWithheld && !isHidden && <span className={classes.mark}>{t('tables.withheld')}</span>}
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
      {mayManage && (
        <td className={classes.toggle}>
          <ActionIcon
            size={28}
            // What is hidden is kept from it anyway.
            disabled={isHidden}
            aria-label={t(isWithheld ? 'tables.tell' : 'tables.withhold', { table })}
            onClick={isWithheld ? onTell : onWithhold}
          >
            <Icon name={isWithheld || isHidden ? 'robotOff' : 'robot'} />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}

function isFound(search: string, table: string, alias = ''): boolean {
  const wanted = search.trim().toLowerCase();
  return table.toLowerCase().includes(wanted) || alias.toLowerCase().includes(wanted);
}
