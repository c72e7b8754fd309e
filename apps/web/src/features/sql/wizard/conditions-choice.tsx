import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './columns-step.module.css';
import { conditionOperators, type Condition } from './wizard-state.ts';
import { AddLine, RemoveLine } from './line-buttons.tsx';

type ConditionsChoiceProps = {
  columns: string[];
  conditions: Condition[];
  /** A write reaches only rows that are named. */
  isNeeded: boolean;
  onChange: (conditions: Condition[]) => void;
};

export function ConditionsChoice(props: ConditionsChoiceProps) {
  const { columns, conditions, isNeeded, onChange } = props;
  const { t } = useTranslation('sql');

  function change(place: number, next: Partial<Condition>) {
    onChange(
      conditions.map((condition, at) => (at === place ? { ...condition, ...next } : condition)),
    );
  }

  return (
    <fieldset className={classes.part}>
      <legend>{t('wizard.conditions')}</legend>
      {isNeeded && conditions.length === 0 && (
        <p className={classes.needed}>{t('wizard.conditionNeeded')}</p>
      )}
      {conditions.map((condition, place) => (
        // A condition has no other name than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={classes.line}>
          <NativeSelect
            aria-label={t('wizard.conditionColumn')}
            value={condition.column}
            data={columns}
            onChange={({ currentTarget: { value } }) => change(place, { column: value })}
          />
          <NativeSelect
            aria-label={t('wizard.operator')}
            value={condition.operator}
            data={conditionOperators.map((value) => ({
              value,
              label: t(`wizard.operators.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) =>
              change(place, { operator: value as Condition['operator'] })
            }
          />
          {!condition.operator.startsWith('is') && (
            <TextInput
              aria-label={t('wizard.value')}
              value={condition.value}
              onChange={({ currentTarget: { value } }) => change(place, { value })}
            />
          )}
          <RemoveLine onClick={() => onChange(conditions.filter((_, at) => at !== place))} />
        </div>
      ))}
      <AddLine
        label={t('wizard.addCondition')}
        onClick={() =>
          onChange([...conditions, { column: columns[0] ?? '', operator: 'eq', value: '' }])
        }
      />
    </fieldset>
  );
}
