import { DEFAULT_SCHEMA, type TableName } from '@causeway/contract/tables/names.ts';
import type { TableSummary } from '@causeway/contract/tables/details.ts';
import { NativeSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { schemasQuery, tablesQuery, type CatalogSource } from './catalog-query.ts';
import classes from './table-choice.module.css';

type TableChoiceProps = {
  source: CatalogSource;
  /** Undefined until one is chosen; the schema may be chosen before. */
  schema: string;
  table: string | undefined;
  onChange: (name: TableName) => void;
  onSchema: (schema: string) => void;
  isOffered?: (table: TableSummary) => boolean;
  /** What is wrong with the choice, if anything. */
  error?: string | false;
};

/** With thousands of tables a list of all would be slow to draw; typing finds the others. */
const MOST_OFFERED = 100;

/** One table of a database, found by typing part of its name or alias. */
export function TableChoice(props: TableChoiceProps) {
  const { source, schema, table, onChange, onSchema, isOffered = () => true, error } = props;
  const { t } = useTranslation('domain');
  const schemas = useQuery(schemasQuery(source));
  const tables = useQuery(tablesQuery(source, schema));
  const names = (schemas.data ?? [])
    .filter((one) => (!one.isSystem && one.tables > 0) || one.name === schema)
    .map((one) => one.name);
  const offered = (tables.data?.tables ?? []).filter(isOffered);
  const isGone = table !== undefined && !offered.some(({ name }) => name === table);
  return (
    <div className={classes.choice}>
      {(names.length > 1 || schema !== DEFAULT_SCHEMA) && (
        <NativeSelect
          label={t('tableChoice.schema')}
          data={names.includes(schema) ? names : [schema, ...names]}
          value={schema}
          onChange={({ currentTarget: { value } }) => onSchema(value)}
        />
      )}
      <Select
        className={classes.table}
        label={t('tableChoice.table')}
        placeholder={t(tables.isPending ? 'tableChoice.loading' : 'tableChoice.search')}
        nothingFoundMessage={t('tableChoice.none')}
        searchable
        limit={MOST_OFFERED}
        maxDropdownHeight={320}
        data={[
          ...offered.map(({ name, label }) => ({
            value: name,
            label: label === name ? name : `${label} · ${name}`,
          })),
          ...(isGone ? [{ value: table, label: table }] : []),
        ]}
        value={table ?? null}
        error={tables.isError ? t('tableChoice.failed') : error}
        onChange={(value) => value !== null && onChange({ schema, table: value })}
      />
    </div>
  );
}
