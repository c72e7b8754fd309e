import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import { ChangeMenu } from '../changes/change-controls.tsx';
import { StartChange } from '../changes/changing.ts';
import { Code, menuColumn } from './section-parts.tsx';

export function Columns({ columns }: { columns: TableColumn[] }) {
  const { t } = useTranslation('structure');
  const mayChange = useContext(StartChange) !== undefined;
  const hasComments = columns.some(({ description }) => description !== null);
  return (
    <SimpleTable
      label={t('columns')}
      rows={columns}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: t('name'), render: ({ name }) => <Code>{name}</Code> },
        { key: 'type', header: t('type'), render: ({ exactType }) => <Code>{exactType}</Code> },
        {
          key: 'null',
          header: t('null'),
          render: ({ isNullable }) => t(isNullable ? 'nullable' : 'notNull'),
        },
        {
          key: 'default',
          header: t('default'),
          render: (column) => <Code isLong>{fillingOf(column)}</Code>,
        },
        {
          key: 'key',
          header: t('key'),
          render: ({ constraintType }) =>
            constraintType && t(`rules.${constraintType.toLowerCase()}`),
        },
        ...(hasComments
          ? [
              {
                key: 'comment',
                header: t('comment'),
                render: ({ description }: TableColumn) => description,
              },
            ]
          : []),
        ...(mayChange
          ? [
              {
                ...menuColumn,
                render: (column: TableColumn) => (
                  <ChangeMenu
                    name={column.name}
                    change={{ kind: 'column', column }}
                    drop={{ kind: 'drop', what: 'column', name: column.name }}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** What stands in a column where nothing is written. */
function fillingOf({ identity, generated, expression, defaultValue }: TableColumn): string {
  if (identity) return `generated ${identity} as identity`;
  return generated ? `generated always as (${expression}) ${generated}` : (defaultValue ?? '');
}
