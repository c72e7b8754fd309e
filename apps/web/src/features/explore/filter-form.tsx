import type { FilterCondition, FilterOperator, TableColumn } from '@causeway/contract/tables.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';
import { findCondition, listOperators, valueCountOf, type FilterDraft } from './filter-choices.ts';
import type { ShownColumn } from './table-columns.ts';

type FilterFormProps = {
  columns: ShownColumn[];
  draft: FilterDraft;
  onApply: (condition: FilterCondition) => void;
};

export function FilterForm({ columns, draft: given, onApply }: FilterFormProps) {
  const { t } = useTranslation('explore');
  const [draft, setDraft] = useState(given);
  const column = columns.find(({ name }) => name === draft.column);
  const operators = column ? listOperators(column) : [];
  const condition = findCondition(draft);

  function chooseColumn(name: string) {
    const next = columns.find((one) => one.name === name);
    const known = next ? listOperators(next) : [];
    // Only an operator that somebody chose is carried over to another column.
    const isChosen = draft.operator !== operators[0] && known.includes(draft.operator);
    const operator = isChosen ? draft.operator : (known[0] ?? 'eq');
    setDraft({ ...draft, column: name, operator });
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (condition) onApply(condition);
      }}
    >
      <NativeSelect
        label={t('filter.column')}
        data={columns.map(({ name, label }) => ({ value: name, label }))}
        value={draft.column}
        onChange={(event) => chooseColumn(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('filter.operator')}
        data={withCurrent(operators, draft.operator).map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
        value={draft.operator}
        onChange={(event) =>
          setDraft({ ...draft, operator: event.currentTarget.value as FilterOperator })
        }
      />
      <Values draft={draft} column={column} onChange={(values) => setDraft({ ...draft, values })} />
      <Button type="submit" disabled={!condition}>
        {t('filter.apply')}
      </Button>
    </form>
  );
}

type ValuesProps = {
  draft: FilterDraft;
  column: TableColumn | undefined;
  onChange: (values: string[]) => void;
};

function Values({ draft: { operator, values }, column, onChange }: ValuesProps) {
  const { t } = useTranslation('explore');
  const [first = '', second = ''] = values;
  const count = valueCountOf(operator);
  const choices = column?.category === 'B' ? ['true', 'false'] : column?.enumValues;
  if (count === 'none') return null;
  if (count === 'one' && choices && (operator === 'eq' || operator === 'ne')) {
    return (
      <NativeSelect
        label={t('filter.value')}
        data={['', ...choices]}
        value={first}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  }
  return (
    <>
      <TextInput
        data-autofocus
        label={t(count === 'two' ? 'filter.from' : 'filter.value')}
        description={count === 'many' ? t('filter.list') : undefined}
        value={first}
        onChange={(event) => onChange([event.currentTarget.value, second])}
      />
      {count === 'two' && (
        <TextInput
          label={t('filter.to')}
          value={second}
          onChange={(event) => onChange([first, event.currentTarget.value])}
        />
      )}
    </>
  );
}

/** A link may use an operator that is not offered for the column. */
function withCurrent(operators: FilterOperator[], current: FilterOperator): FilterOperator[] {
  return operators.includes(current) ? operators : [current, ...operators];
}
