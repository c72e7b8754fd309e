import { fitsType } from '@causeway/contract/snippets/fit-columns.ts';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { type LiveTable, tableKey } from './live-schema.ts';
import classes from './mapping-fields.module.css';
import type { UsedMapping } from './use-mapping.ts';

const MOST_OFFERED = 60;

/** One choice a table, and one a column of it; a column whose type does not fit says so. */
export function MappingFields({ mapping }: { mapping: UsedMapping }) {
  const tables = mapping.schema.data?.tables ?? [];
  const path = mapping.schema.data?.path ?? [];
  const byKey = new Map(tables.map((table) => [tableKey(table), table]));
  const options = tables.map((table) => ({ value: tableKey(table), label: labelOf(table, path) }));
  return (
    <div className={classes.tables}>
      {mapping.mapped.map((entry) => (
        <fieldset key={entry.needed.name} className={classes.table}>
          <legend className={classes.legend}>
            <Icon name="table" size={14} /> {entry.needed.name}
          </legend>
          <TableField
            name={entry.needed.name}
            options={options}
            value={entry.table ? tableKey(entry.table) : null}
            onChoose={(key) => mapping.chooseTable(entry.needed.name, byKey.get(key) ?? null)}
          />
          {entry.columns.map(({ needed, column }) => (
            <ColumnField
              key={needed.name}
              name={needed.name}
              type={needed.type}
              offered={entry.offered}
              value={column?.name ?? null}
              onChoose={(name) => mapping.chooseColumn(`${entry.needed.name}.${needed.name}`, name)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function labelOf({ schema, name }: LiveTable, path: string[]): string {
  return path.includes(schema) ? name : `${schema}.${name}`;
}

type TableFieldProps = {
  name: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChoose: (key: string) => void;
};

function TableField({ name, options, value, onChoose }: TableFieldProps) {
  const { t } = useTranslation('snippets');
  return (
    <Select
      aria-label={t('use.table', { name })}
      placeholder={t('use.chooseTable')}
      nothingFoundMessage={t('use.noTable')}
      searchable
      limit={MOST_OFFERED}
      data={options}
      value={value}
      error={value === null && t('use.tableMissing')}
      onChange={(key) => key !== null && onChoose(key)}
    />
  );
}

type ColumnFieldProps = {
  name: string;
  type: string | undefined;
  offered: { name: string; type: string }[];
  value: string | null;
  onChoose: (name: string) => void;
};

function ColumnField({ name, type, offered, value, onChoose }: ColumnFieldProps) {
  const { t } = useTranslation('snippets');
  const chosen = offered.find((column) => column.name === value);
  const isUnfit = chosen !== undefined && !fitsType(type, chosen.type);
  // What fits comes first; the rest can still be chosen by who knows better.
  const sorted = offered.toSorted(
    (a, b) => Number(fitsType(type, b.type)) - Number(fitsType(type, a.type)),
  );
  return (
    <div className={classes.column}>
      <span className={classes.name}>
        <code>{name}</code> <span className={classes.type}>{type ?? t('needs.anyType')}</span>
      </span>
      <Select
        aria-label={t('use.column', { name })}
        placeholder={t('use.chooseColumn')}
        nothingFoundMessage={t('use.noColumn')}
        searchable
        disabled={offered.length === 0}
        limit={MOST_OFFERED}
        data={sorted.map((column) => ({
          value: column.name,
          label: `${column.name} · ${column.type}`,
        }))}
        value={value}
        error={
          (value === null && offered.length > 0 && t('use.columnMissing')) ||
          (isUnfit && t('use.unfit', { type: chosen.type, needed: type }))
        }
        onChange={(column) => column !== null && onChoose(column)}
      />
    </div>
  );
}
