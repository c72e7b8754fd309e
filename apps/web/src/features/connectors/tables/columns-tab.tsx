import { ActionIcon, Autocomplete } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { AliasField } from '../connection/alias-field.tsx';
import { listColumnAliases, withAlias, type ColumnAlias } from '../connection/aliases.ts';
import classes from './columns-tab.module.css';
import { findNow, useChangeSettings } from '../connectors-query.ts';
import { everyTableQuery } from './every-table.ts';
import { Problem } from '../problem.tsx';
import { TableColumns } from './table-columns.tsx';
import type { TabProps } from '../tab-props.ts';

/** What columns are called and which one names a row, table by table; and all names given so far. */
export function ColumnsTab({ connector, mayManage }: TabProps) {
  const { t } = useTranslation('connectors');
  const { data: tables = [] } = useQuery(everyTableQuery(connector));
  const [wanted, setWanted] = useState('');
  const queryClient = useQueryClient();
  const change = useChangeSettings(connector);
  const { aliases } = connector.settings;
  const names = tables.map(({ key }) => key);
  const chosen = tables.find(({ key }) => key === wanted.trim());
  const given = listColumnAliases(aliases, names).filter(({ table }) => table !== chosen?.key);

  function setAlias(key: string, alias: string) {
    change.mutate({ aliases: withAlias(aliases, key, alias) });
  }

  function remove({ key, alias }: ColumnAlias) {
    setAlias(key, '');
    void showUndo(t('columns.removed', { name: key }), () => {
      // Other columns may have been given names since.
      const now = findNow(queryClient, connector).settings.aliases;
      change.mutate({ aliases: withAlias(now, key, alias) });
    });
  }

  return (
    <div className={classes.columns}>
      <p className={classes.line}>{t('columns.line')}</p>
      <Autocomplete
        className={classes.choose}
        label={t('columns.table')}
        placeholder={t('columns.choose')}
        data={names}
        limit={50}
        maxLength={300}
        classNames={{ input: classes.code }}
        value={wanted}
        onChange={setWanted}
      />
      <Problem error={change.error} />
      {chosen && (
        <TableColumns
          key={chosen.key}
          connector={connector}
          table={chosen}
          mayManage={mayManage}
          onAlias={setAlias}
          onLabel={(column) =>
            change.mutate({
              labelColumns: withAlias(connector.settings.labelColumns, chosen.key, column ?? ''),
            })
          }
        />
      )}
      {given.length > 0 && (
        <section>
          <h2 className={classes.title}>{t(chosen ? 'columns.others' : 'columns.given')}</h2>
          <ul className={classes.list}>
            {given.map((column) => (
              <li key={column.key} className={classes.row}>
                <button
                  type="button"
                  className={classes.name}
                  title={t('columns.open', { table: column.table })}
                  onClick={() => setWanted(column.table)}
                >
                  <span className={classes.table}>{column.table}.</span>
                  {column.column}
                </button>
                {mayManage ? (
                  <AliasField
                    label={t('columns.aliasOf', { name: column.key })}
                    alias={column.alias}
                    onChange={(alias) => setAlias(column.key, alias)}
                  />
                ) : (
                  <span className={classes.alias}>{column.alias}</span>
                )}
                {mayManage && (
                  <ActionIcon
                    size={28}
                    aria-label={t('columns.remove', { name: column.key })}
                    onClick={() => remove(column)}
                  >
                    <Icon name="trash" />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {!chosen && given.length === 0 && (
        <EmptyState icon="columns" title={t('columns.none')} line={t('columns.noneLine')} />
      )}
    </div>
  );
}
