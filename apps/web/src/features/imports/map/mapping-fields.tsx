import { existingRules, nullRules } from '@causeway/contract/imports/plan.ts';
import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MappedColumn } from '../plan/make-plan.ts';
import classes from './mapping-table.module.css';
import { findOwnFilling } from './match-columns.ts';
import { LONGEST_NAME, plainName } from '../names.ts';
import type { ColumnChoice, ExistingRule, NullRule } from '../plan/plan-draft.ts';

type FieldProps = { column: MappedColumn; onChange: (choice: ColumnChoice) => void };

const types = [
  'text',
  'integer',
  'bigint',
  'numeric',
  'double precision',
  'boolean',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'uuid',
  'jsonb',
];

export function NewColumn({ column, onChange }: FieldProps) {
  const { t } = useTranslation('imports');
  const { from, to, type, isNullable, isKey } = column;
  const isLeft = to === null;
  return (
    <>
      <td>
        <div className={classes.named}>
          <Checkbox
            size="xs"
            aria-label={t('map.take', { name: from })}
            checked={!isLeft}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ to: checked ? plainName(from) || from : null })
            }
          />
          <TextInput
            size="xs"
            aria-label={t('map.nameOf', { name: from })}
            maxLength={LONGEST_NAME}
            spellCheck={false}
            disabled={isLeft}
            value={to ?? ''}
            placeholder={t('map.leftOut')}
            onChange={({ currentTarget: { value } }) => onChange({ to: value })}
          />
        </div>
      </td>
      <td>
        <Autocomplete
          size="xs"
          aria-label={t('map.typeOf', { name: from })}
          data={types}
          disabled={isLeft}
          value={type}
          onChange={(value) => onChange({ type: value })}
        />
      </td>
      <td>
        <div className={classes.rules}>
          <Checkbox
            size="xs"
            label={t('map.key')}
            aria-label={t('map.keyOf', { name: from })}
            disabled={isLeft}
            checked={isKey}
            onChange={({ currentTarget: { checked } }) => onChange({ isKey: checked })}
          />
          <Checkbox
            size="xs"
            label={t('map.required')}
            aria-label={t('map.requiredOf', { name: from })}
            disabled={isLeft || isKey}
            checked={isKey || !isNullable}
            onChange={({ currentTarget: { checked } }) => onChange({ isNullable: !checked })}
          />
        </div>
      </td>
    </>
  );
}

type ExistingColumnProps = FieldProps & {
  tableColumns: readonly TableColumn[];
  /** Columns that get something already. */
  taken: readonly string[];
};

export function ExistingColumn({ column, tableColumns, taken, onChange }: ExistingColumnProps) {
  const { t } = useTranslation('imports');
  const { from, to } = column;

  /** A column the database fills itself is shown with its reason instead of being missed. */
  function optionOf(one: TableColumn) {
    const filling = findOwnFilling(one);
    const name = one.label === one.name ? one.name : `${one.label} · ${one.name}`;
    return {
      value: one.name,
      label: filling ? t(`map.filled.${filling}`, { name }) : name,
      disabled: filling === 'generated' || (one.name !== to && taken.includes(one.name)),
    };
  }

  return (
    <>
      <td>
        <NativeSelect
          size="xs"
          aria-label={t('map.targetOf', { name: from })}
          value={to ?? ''}
          data={[{ value: '', label: t('map.leftOut') }, ...tableColumns.map(optionOf)]}
          onChange={({ currentTarget: { value } }) => onChange({ to: value === '' ? null : value })}
        />
      </td>
      <td className={classes.type}>
        {column.column && (
          <>
            {column.column.exactType}
            {!column.column.isNullable && <span className={classes.mark}>NOT NULL</span>}
          </>
        )}
      </td>
    </>
  );
}

type NullRuleFieldProps = {
  column: MappedColumn;
  isNew: boolean;
  onChange: (nulls: NullRule) => void;
};

export function NullRuleField({ column, isNew, onChange }: NullRuleFieldProps) {
  const { t } = useTranslation('imports');
  // A new table has no defaults.
  const rules = nullRules.filter((rule) => rule !== 'default' || !isNew);
  return (
    <NativeSelect
      size="xs"
      aria-label={t('map.nullsOf', { name: column.from })}
      disabled={column.to === null}
      value={column.nulls}
      data={rules.map((value) => ({ value, label: t(`nulls.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        onChange(nullRules.find((rule) => rule === value) ?? 'asRead')
      }
    />
  );
}

type ExistingRuleFieldProps = {
  column: MappedColumn;
  onChange: (existing: ExistingRule) => void;
};

/** What an empty cell does to a row that is there; only asked where rows are replaced. */
export function ExistingRuleField({ column, onChange }: ExistingRuleFieldProps) {
  const { t } = useTranslation('imports');
  const { from, existing } = column;
  if (existing === undefined) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={t('map.existingOf', { name: from })}
      value={existing}
      data={existingRules.map((value) => ({ value, label: t(`existing.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        onChange(existingRules.find((rule) => rule === value) ?? 'keep')
      }
    />
  );
}
