import { ANY_COLUMN, type FilterOperator } from '@causeway/contract/tables/filters.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJson } from '#domain/connectors/column-kind.ts';
import {
  datePresets,
  findProblem,
  isDated,
  listOperators,
  listValues,
  usualValues,
  valueCountOf,
  writeList,
  type FilterDraft,
} from './filter-choices.ts';
import classes from './filter-form.module.css';
import { KnownValues } from './known-values.tsx';
import { NegationToggle } from './filter-negation.tsx';
import { SpanFields } from './span-fields.tsx';
import { parsePath } from './json-path.ts';
import { ValueProblemLine } from '#domain/value-editors/value-problem-line.tsx';
import type { TableColumn } from '@causeway/contract/tables/details.ts';

type ConditionFieldsProps = {
  columns: TableColumn[];
  draft: FilterDraft;
  isNegated: boolean;
  /** It was just added: writing goes on here. */
  isNew: boolean;
  /** It stands in a row among others, where names above each field would only repeat. */
  isInRow: boolean;
  onChange: (draft: FilterDraft) => void;
  onNegate: () => void;
};

/** Column, condition and values, as a sentence is read. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { columns, draft, isNegated, isNew, isInRow, onChange, onNegate } = props;
  const { t } = useTranslation('filters');
  const named = isInRow ? nameUnseen : nameAbove;
  const negation = <NegationToggle isNegated={isNegated} onToggle={onNegate} />;
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
    <div className={classes.condition} data-in-row={isInRow || undefined}>
      <NativeSelect
        {...named(t('filter.column'))}
        autoFocus={isNew}
        data={[
          ...(draft.column === ANY_COLUMN
            ? [{ value: ANY_COLUMN, label: t('filter.anyColumn') }]
            : []),
          ...columns.map(({ name, label }) => ({ value: name, label })),
        ]}
        value={draft.column}
        onChange={(event) => chooseColumn(event.currentTarget.value)}
      />
      {column && isJson(column) && (
        <TextInput
          {...named(t('filter.path'))}
          placeholder="address.city"
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: classes.code }}
          error={parsePath(path) ? undefined : t('filter.pathWrong')}
          value={path}
          onChange={(event) => changePath(event.currentTarget.value)}
        />
      )}
      <div className={classes.operator}>
        {isInRow && negation}
        <NativeSelect
          {...named(t('filter.operator'))}
          data={withCurrent(operators, draft.operator).map((operator) => ({
            value: operator,
            label: t(`operator.${operator}`),
          }))}
          value={draft.operator}
          onChange={(event) => {
            const operator = event.currentTarget.value as FilterOperator;
            onChange({ ...draft, operator, values: usualValues(operator, draft.values) });
          }}
        />
        {!isInRow && negation}
      </div>
      <Values
        draft={draft}
        column={isInside ? undefined : column}
        isInRow={isInRow}
        onChange={(values) => onChange({ ...draft, values })}
      />
      {column && !isInside && !isInRow && isDated(column) && (
        <div className={classes.presets}>
          {datePresets.map(({ key, ...preset }) => (
            <Button
              key={key}
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ ...draft, ...preset })}
            >
              {t(`preset.${key}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

type ValuesProps = {
  draft: FilterDraft;
  /** Undefined where nothing is known of the values, as inside JSON. */
  column: TableColumn | undefined;
  isInRow: boolean;
  onChange: (values: string[]) => void;
};

function Values({ draft: { operator, values }, column, isInRow, onChange }: ValuesProps) {
  const { t } = useTranslation('filters');
  const [first = '', second = ''] = values;
  const count = valueCountOf(operator);
  const named = isInRow ? nameUnseen : nameAbove;
  const choices = column?.category === 'B' ? ['true', 'false'] : column?.enumValues;
  if (count === 'none') return null;
  if (operator === 'inLast' || operator === 'inThis') {
    return (
      <SpanFields {...{ operator, value: first, isInRow }} onChange={(next) => onChange([next])} />
    );
  }
  if (count === 'one' && choices && (operator === 'eq' || operator === 'ne')) {
    return (
      <NativeSelect
        {...named(t('filter.value'))}
        data={['', ...choices]}
        value={first}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  }
  const picker = column && pickerOf(column, values);
  const problem = column && findProblem(column, { operator, values });
  return (
    <div className={classes.values} data-many={count === 'many' || undefined}>
      {count === 'many' && column && (
        <KnownValues
          column={column}
          chosen={listValues(first)}
          onChange={(next) => onChange([writeList(next)])}
        />
      )}
      <TextInput
        {...(count !== 'many' && picker)}
        data-autofocus={!isInRow || undefined}
        {...named(t(count === 'two' ? 'filter.from' : 'filter.value'))}
        {...(count === 'many' && listHint(t('filter.list'), { isInRow }))}
        error={problem !== undefined}
        value={first}
        onChange={(event) => onChange([event.currentTarget.value, second])}
      />
      {count === 'two' && (
        <TextInput
          {...picker}
          {...named(t('filter.to'))}
          error={problem !== undefined}
          value={second}
          onChange={(event) => onChange([first, event.currentTarget.value])}
        />
      )}
      {problem && <ValueProblemLine problem={problem} />}
    </div>
  );
}

/** The browser's own calendar, unless what stands there is written in another way. */
function pickerOf({ baseType }: TableColumn, values: string[]) {
  const [type, shape] =
    baseType === 'date'
      ? (['date', /^(\d{4}-\d\d-\d\d)?$/] as const)
      : (['datetime-local', /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/] as const);
  const isShown = isDated({ baseType }) && values.every((value) => shape.test(value));
  return isShown ? { type } : {};
}

/** A link may use an operator that is not offered for the column. */
function withCurrent(operators: FilterOperator[], current: FilterOperator): FilterOperator[] {
  return operators.includes(current) ? operators : [current, ...operators];
}

const nameAbove = (label: string) => ({ label });
const nameUnseen = (label: string) => ({ 'aria-label': label, placeholder: label });

function listHint(hint: string, { isInRow }: { isInRow: boolean }) {
  return isInRow ? { placeholder: hint } : { description: hint };
}
