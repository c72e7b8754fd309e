import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CatalogSource, tablesQuery } from '#domain/connectors/catalog-query.ts';
import classes from './map-step.module.css';
import { freeName, LONGEST_NAME } from '../names.ts';

type NewTableNameProps = {
  source: CatalogSource;
  schema: string;
  table: string;
  onName: (table: string) => void;
  /** The table of that name is the one that was meant. */
  onExisting: () => void;
};

/** A name that is taken is told while it is typed, with the two ways on. */
export function NewTableName({ source, schema, table, onName, onExisting }: NewTableNameProps) {
  const { t } = useTranslation('imports');
  const { data } = useQuery(tablesQuery(source, schema));
  const tables = data?.tables ?? [];
  const taken = tables.find(({ name }) => name === table);
  const free = freeName(table, new Set(tables.map(({ name }) => name)));
  return (
    <div className={classes.name}>
      <TextInput
        label={t('target.name')}
        maxLength={LONGEST_NAME}
        spellCheck={false}
        value={table}
        error={taken && t('target.taken', { table })}
        onChange={({ currentTarget: { value } }) => onName(value)}
      />
      {taken && (
        <div className={classes.ways}>
          {taken.kind !== 'view' && taken.kind !== 'materialized view' && (
            <Button size="compact-xs" variant="default" onClick={onExisting}>
              {t('target.useExisting', { table })}
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={() => onName(free)}>
            {t('target.useFree', { table: free })}
          </Button>
        </div>
      )}
    </div>
  );
}
