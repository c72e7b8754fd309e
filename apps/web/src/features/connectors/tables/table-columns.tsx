import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { findLabelColumn } from '@causeway/contract/tables/labels.ts';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AliasField } from '../connection/alias-field.tsx';
import { columnKey } from '../connection/aliases.ts';
import classes from './columns-tab.module.css';
import { columnsQuery, type KnownTable } from './every-table.ts';

type TableColumnsProps = {
  connector: Connector;
  table: KnownTable;
  mayManage: boolean;
  onAlias: (key: string, alias: string) => void;
  /** Undefined leaves it to the likeliest column again. */
  onLabel: (column: string | undefined) => void;
};

/** The columns of one table: what they are called, and which one names a row. */
export function TableColumns({ connector, table, mayManage, ...on }: TableColumnsProps) {
  const { t } = useTranslation('connectors');
  const details = useQuery(columnsQuery(connector, table));
  const { aliases, labelColumns } = connector.settings;
  const chosen = labelColumns[table.key];
  return (
    <QueryView query={details} skeleton={<SkeletonTable rows={6} columns={3} />}>
      {({ columns }) => {
        const guessed = findLabelColumn({ columns })?.name;
        const current = findLabelColumn({ columns, chosen })?.name;
        return (
          <table className={classes.grid}>
            <thead>
              <tr>
                <th scope="col">{t('columns.column')}</th>
                <th scope="col">{t('columns.alias')}</th>
                <th scope="col" title={t('columns.labelLine')}>
                  {t('columns.label')}
                </th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ name, exactType }) => {
                const key = columnKey(table.key, name);
                return (
                  <tr key={name}>
                    <th scope="row">
                      <span className={classes.name}>{name}</span>
                      <span className={classes.type}>{exactType}</span>
                    </th>
                    <td>
                      {mayManage ? (
                        <AliasField
                          label={t('columns.aliasOf', { name: key })}
                          alias={aliases[key] ?? ''}
                          onChange={(alias) => on.onAlias(key, alias)}
                        />
                      ) : (
                        aliases[key]
                      )}
                    </td>
                    <td className={classes.labelCell}>
                      <Radio
                        size="xs"
                        name={`label ${table.key}`}
                        aria-label={t('columns.labelBy', { name })}
                        disabled={!mayManage}
                        checked={current === name}
                        onChange={() => on.onLabel(name === guessed ? undefined : name)}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        );
      }}
    </QueryView>
  );
}
