import type { TableColumn, TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { SimpleTable } from '#ui/simple-table.tsx';
import { ChangeMenu, useMayChange } from '../changes/change-controls.tsx';
import { StartChange } from '../changes/changing.ts';
import { Code, menuColumn, TableLink } from './section-parts.tsx';
import classes from './structure.module.css';

export function Columns({ columns }: { columns: TableColumn[] }) {
  const { t } = useTranslation('structure');
  const mayChange = useMayChange('columns');
  const hasComments = columns.some(({ description }) => description !== null);
  return (
    <SimpleTable
      stacks={mayChange}
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
          render: (column) => {
            const filling = fillingOf(column);
            return filling !== '' && <Code isLong>{filling}</Code>;
          },
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
                    changes={[{ label: t('change.change'), change: { kind: 'column', column } }]}
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

type ColumnsElsewhereProps = { details: TableDetails; structure: TableStructure };

/** Where who may change things here changes columns that can't be changed here. */
export function ColumnsElsewhere({ details, structure }: ColumnsElsewhereProps) {
  const { t } = useTranslation('structure');
  const mayChangeOthers = useContext(StartChange) !== undefined;
  if (useMayChange('columns') || !mayChangeOthers) return null;
  const { partitionOf } = structure;
  return (
    <p className={classes.note}>
      {partitionOf ? (
        <>
          {t('columnsOfWhole')} <TableLink {...partitionOf} />
        </>
      ) : (
        t(details.kind === 'foreign' ? 'columnsOfForeign' : 'columnsOfQuery')
      )}
    </p>
  );
}

/** What stands in a column where nothing is written. */
function fillingOf({ identity, generated, expression, defaultValue }: TableColumn): string {
  if (identity) return `generated ${identity} as identity`;
  return generated ? `generated always as (${expression}) ${generated}` : (defaultValue ?? '');
}
