import type { Filter, FilterOperator } from '@causeway/contract/tables.ts';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { isJson } from './cell-display.ts';
import { findFilter, listOperators, valueCountOf, type FilterDraft } from './filter-choices.ts';
import classes from './filter-form.module.css';
import { parsePath } from './json-path.ts';
import type { ShownColumn } from './table-columns.ts';

type FilterFormProps = {
  columns: ShownColumn[];
  drafts: FilterDraft[];
  onApply: (filter: Filter) => void;
};

/** A condition, or several of which one must hold. */
export default function FilterForm({ columns, drafts: given, onApply }: FilterFormProps) {
  const { t } = useTranslation('explore');
  const [drafts, setDrafts] = useState(given);
  const filter = findFilter(drafts);
  const last = drafts.at(-1);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (filter) onApply(filter);
      }}
    >
      {drafts.map((draft, place) => (
        // Conditions have no name of their own, and move only when one before them goes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={classes.alternative}>
          {place > 0 && (
            <p className={classes.or}>
              <span>{t('filter.or')}</span>
              <ActionIcon
                size={22}
                aria-label={t('filter.removeAlternative')}
                onClick={() => setDrafts(drafts.toSpliced(place, 1))}
              >
                <Icon name="close" size={12} />
              </ActionIcon>
            </p>
          )}
          <ConditionFields
            columns={columns}
            draft={draft}
            hasFocus={place === drafts.length - 1}
            onChange={(next) => setDrafts(drafts.with(place, next))}
          />
        </div>
      ))}
      <div className={classes.actions}>
        {last && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setDrafts([...drafts, { ...last, values: [] }])}
          >
            {t('filter.or')}
          </Button>
        )}
        <Button type="submit" disabled={!filter}>
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  );
}

type ConditionFieldsProps = {
  columns: ShownColumn[];
  draft: FilterDraft;
  hasFocus: boolean;
  onChange: (draft: FilterDraft) => void;
};

function ConditionFields({ columns, draft, hasFocus, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('explore');
  const column = columns.find(({ name }) => name === draft.column);
  const path = draft.path ?? '';
  const isInside = path.trim() !== '';
  const operators = column ? listOperators(column, { isInside }) : [];

  /** Only an operator that somebody chose is carried over to another subject. */
  function keep(known: FilterOperator[]): FilterOperator {
    const isChosen = draft.operator !== operators[0] && known.includes(draft.operator);
    return isChosen ? draft.operator : (known[0] ?? 'eq');
  }

  function chooseColumn(name: string) {
    const next = columns.find((one) => one.name === name);
    const { path: _, ...rest } = draft;
    onChange({ ...rest, column: name, operator: keep(next ? listOperators(next) : []) });
  }

  function changePath(text: string) {
    const known = column ? listOperators(column, { isInside: text.trim() !== '' }) : [];
    onChange({ ...draft, path: text, operator: keep(known) });
  }

  return (
    <div className={classes.condition}>
      <NativeSelect
        label={t('filter.column')}
        data={columns.map(({ name, label }) => ({ value: name, label }))}
        value={draft.column}
        onChange={(event) => chooseColumn(event.currentTarget.value)}
      />
      {column && isJson(column) && (
        <TextInput
          label={t('filter.path')}
          placeholder="address.city"
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.code }}
          error={parsePath(path) ? undefined : t('filter.pathWrong')}
          value={path}
          onChange={(event) => changePath(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t('filter.operator')}
        data={withCurrent(operators, draft.operator).map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
        value={draft.operator}
        onChange={(event) =>
          onChange({ ...draft, operator: event.currentTarget.value as FilterOperator })
        }
      />
      <Values
        draft={draft}
        column={isInside ? undefined : column}
        hasFocus={hasFocus}
        onChange={(values) => onChange({ ...draft, values })}
      />
    </div>
  );
}

type ValuesProps = {
  draft: FilterDraft;
  /** Undefined where nothing is known of the values, as inside JSON. */
  column: ShownColumn | undefined;
  hasFocus: boolean;
  onChange: (values: string[]) => void;
};

function Values({ draft: { operator, values }, column, hasFocus, onChange }: ValuesProps) {
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
        data-autofocus={hasFocus || undefined}
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
