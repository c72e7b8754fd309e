import { listHiddenNames } from '@causeway/contract/hidden-tables.ts';
import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcesQuery } from '#platform/connectors/resources-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { AliasField } from './alias-field.tsx';
import { columnKey, listColumnAliases, withAlias, type ColumnAlias } from './aliases.ts';
import classes from './columns-tab.module.css';
import type { TabProps } from './tab-props.ts';
import { useChangeSettings } from './connectors-query.ts';
import { Problem } from './problem.tsx';

/** Names of columns are kept without asking the database, so they can be given while it is away. */
export function ColumnsTab({ connector, mayManage }: TabProps) {
  const { t } = useTranslation('connectors');
  const resources = useQuery(resourcesQuery(connector.projectId, connector.id));
  const change = useChangeSettings(connector);
  const { aliases, hidden } = connector.settings;
  const tables = [
    ...(resources.data?.items ?? []).map(({ name }) => name),
    ...listHiddenNames(hidden),
  ];
  const columns = listColumnAliases(aliases, tables);

  function setAlias(key: string, alias: string) {
    change.mutate({ aliases: withAlias(aliases, key, alias) });
  }

  function remove({ key }: ColumnAlias) {
    setAlias(key, '');
    void showUndo(t('columns.removed', { name: key }), () => change.mutate({ aliases }));
  }

  return (
    <div className={classes.columns}>
      <p className={classes.line}>{t('columns.line')}</p>
      {mayManage && <AddColumn tables={tables} onAdd={setAlias} />}
      <Problem error={change.error} />
      {columns.length === 0 ? (
        <EmptyState icon="columns" title={t('columns.none')} line={t('columns.noneLine')} />
      ) : (
        <ul className={classes.list}>
          {columns.map((column) => (
            <li key={column.key} className={classes.row}>
              <span className={classes.name}>
                <span className={classes.table}>{column.table}.</span>
                {column.column}
              </span>
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
      )}
    </div>
  );
}

type AddColumnProps = { tables: string[]; onAdd: (key: string, alias: string) => void };

function AddColumn({ tables, onAdd }: AddColumnProps) {
  const { t } = useTranslation('connectors');
  const [table, setTable] = useState('');
  const [column, setColumn] = useState('');
  const [alias, setAlias] = useState('');
  const isComplete = [table, column, alias].every((text) => text.trim() !== '');
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        onAdd(columnKey(table.trim(), column.trim()), alias);
        setColumn('');
        setAlias('');
      }}
    >
      <Autocomplete
        label={t('columns.table')}
        data={[...new Set(tables)]}
        limit={50}
        maxLength={300}
        classNames={{ input: classes.code }}
        value={table}
        onChange={setTable}
      />
      <TextInput
        label={t('columns.column')}
        maxLength={290}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={column}
        onChange={(event) => setColumn(event.currentTarget.value)}
      />
      <TextInput
        label={t('columns.alias')}
        maxLength={200}
        autoComplete="off"
        value={alias}
        onChange={(event) => setAlias(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isComplete}>
        {t('columns.add')}
      </Button>
    </form>
  );
}
