import { NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColumnBoxes } from './column-boxes.tsx';
import { ConditionsChoice } from './conditions-choice.tsx';
import classes from './columns-step.module.css';
import { JoinsChoice } from './joins-choice.tsx';
import { MeasuresChoice } from './measures-choice.tsx';
import { useComputedColumns } from './use-computed-columns.ts';
import { isTimeColumn } from './template-reasons.ts';
import type { Wizard } from './use-wizard.ts';
import { timeUnits, type Template } from './wizard-state.ts';

/** What each template asks for. */
const parts: Record<Template, Part[]> = {
  rows: ['columns', 'conditions', 'order', 'limit'],
  groups: ['columns', 'measures', 'conditions', 'limit'],
  timeline: ['time', 'measures', 'conditions'],
  joined: ['joins', 'columns', 'conditions', 'order', 'limit'],
  duplicates: ['columns', 'conditions', 'limit'],
  missing: ['joins', 'columns', 'conditions', 'limit'],
  insert: ['columns'],
  update: ['columns', 'conditions'],
  delete: ['conditions'],
};
type Part = 'columns' | 'joins' | 'measures' | 'time' | 'conditions' | 'order' | 'limit';

/** Columns, joins and conditions: what the chosen template needs to know. */
export function ColumnsStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('sql');
  const { state, table, choose } = wizard;
  const computed = useComputedColumns(table, state.template);
  if (!table) return <p>{t('wizard.noTable')}</p>;
  const wanted = new Set(parts[state.template]);
  const names = table.columns.map(({ name }) => name);

  return (
    <div className={classes.parts}>
      {wanted.has('joins') && <JoinsChoice wizard={wizard} table={table} />}
      {wanted.has('time') && (
        <div className={classes.line}>
          <NativeSelect
            label={t('wizard.time')}
            value={state.timeColumn}
            data={table.columns.filter(isTimeColumn).map(({ name }) => name)}
            onChange={({ currentTarget: { value } }) => choose({ timeColumn: value })}
          />
          <NativeSelect
            label={t('wizard.unit')}
            value={state.unit}
            data={timeUnits.map((value) => ({ value, label: t(`wizard.units.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              choose({ unit: value as (typeof timeUnits)[number] })
            }
          />
        </div>
      )}
      {wanted.has('columns') && (
        <fieldset className={classes.part}>
          <legend>{t(`wizard.columns.${columnsTitle(state.template)}`)}</legend>
          <ColumnBoxes
            columns={table.columns}
            chosen={state.columns}
            computed={computed}
            onChange={(columns) => choose({ columns })}
          />
        </fieldset>
      )}
      {wanted.has('measures') && (
        <MeasuresChoice
          columns={table.columns}
          measures={state.measures}
          onChange={(measures) => choose({ measures })}
        />
      )}
      {wanted.has('conditions') && (
        <ConditionsChoice
          columns={names}
          conditions={state.conditions}
          isNeeded={state.template === 'update' || state.template === 'delete'}
          onChange={(conditions) => choose({ conditions })}
        />
      )}
      {(wanted.has('order') || wanted.has('limit')) && (
        <div className={classes.line}>
          {wanted.has('order') && (
            <>
              <NativeSelect
                label={t('wizard.order')}
                value={state.order?.column ?? ''}
                data={[{ value: '', label: t('wizard.noOrder') }, ...names]}
                onChange={({ currentTarget: { value } }) =>
                  choose({
                    order:
                      value === ''
                        ? null
                        : { column: value, direction: state.order?.direction ?? 'desc' },
                  })
                }
              />
              {state.order && (
                <NativeSelect
                  label={t('wizard.direction')}
                  value={state.order.direction}
                  data={[
                    { value: 'asc', label: t('wizard.asc') },
                    { value: 'desc', label: t('wizard.desc') },
                  ]}
                  onChange={({ currentTarget: { value } }) =>
                    state.order &&
                    choose({ order: { ...state.order, direction: value as 'asc' | 'desc' } })
                  }
                />
              )}
            </>
          )}
          {wanted.has('limit') && (
            <NumberInput
              label={t('wizard.limit')}
              value={state.limit}
              min={1}
              max={100_000}
              allowDecimal={false}
              onChange={(value) =>
                typeof value === 'number' && value >= 1 && choose({ limit: value })
              }
            />
          )}
        </div>
      )}
    </div>
  );
}

function columnsTitle(template: Template) {
  if (template === 'groups') return 'group';
  if (template === 'duplicates') return 'same';
  if (template === 'insert' || template === 'update') return 'set';
  return 'show';
}
