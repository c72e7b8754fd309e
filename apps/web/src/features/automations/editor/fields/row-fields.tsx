import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { type Condition, operators, summaries } from '@causeway/contract/automations/nodes.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './fields.module.css';
import { ValueText } from './template-field.tsx';
import { useField } from './use-field.ts';

type RowsProps<Row> = {
  name: string;
  empty: Row;
  render: (row: Row, change: (next: Row) => void, place: number) => ReactNode;
  isWide?: boolean;
};

/** A list of settings that are alike. */
function Rows<Row>({ name, empty, render, isWide = false }: RowsProps<Row>) {
  const { t } = useTranslation('editor');
  const { value: rows, label, error, isReadOnly, change } = useField<Row[]>(name);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.rows}>
        {rows.map((row, place) => (
          // Rows have no names of their own; their place is all there is.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className={classes.row} data-wide={isWide || undefined}>
            {render(row, (next) => change(rows.with(place, next)), place)}
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t('rows.remove', { label, place: place + 1 })}
                onClick={() => change(rows.toSpliced(place, 1))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            )}
          </div>
        ))}
        {error && <p className={classes.wrong}>{error}</p>}
        {!isReadOnly && (
          <div>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="plus" size={13} />}
              onClick={() => change([...rows, empty])}
            >
              {t('rows.add')}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** Names with values: headers, parameters, fields. */
export function NameValuesField({ name }: { name: string }) {
  const { t } = useTranslation('editor');
  const { isReadOnly } = useField(name);
  return (
    <Rows<{ name: string; value: unknown }>
      name={name}
      empty={{ name: '', value: '' }}
      render={(row, change, place) => (
        <>
          <TextInput
            aria-label={t('rows.name', { place: place + 1 })}
            placeholder={t('rows.namePlaceholder')}
            readOnly={isReadOnly}
            value={row.name}
            onChange={({ currentTarget: { value } }) => change({ ...row, name: value })}
          />
          <ValueText
            label={t('rows.value', { place: place + 1 })}
            isLabelHidden
            isReadOnly={isReadOnly}
            value={row.value}
            onValue={(value) => change({ ...row, value })}
          />
        </>
      )}
    />
  );
}

const alone = new Set(['is-empty', 'is-not-empty']);

export function ConditionsField({ name }: { name: string }) {
  const { t } = useTranslation('editor');
  const { isReadOnly } = useField(name);
  return (
    <Rows<Condition>
      name={name}
      isWide
      empty={{ left: '', operator: 'equals', right: '' }}
      render={(row, change, place) => (
        <div className={classes.rows}>
          <ValueText
            label={t('rows.left', { place: place + 1 })}
            isLabelHidden
            isReadOnly={isReadOnly}
            value={row.left}
            onValue={(left) => change({ ...row, left })}
          />
          <NativeSelect
            aria-label={t('rows.operator', { place: place + 1 })}
            disabled={isReadOnly}
            value={row.operator}
            data={operators.map((value) => ({ value, label: t(`operator.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ ...row, operator: value as Condition['operator'] })
            }
          />
          {!alone.has(row.operator) && (
            <ValueText
              label={t('rows.right', { place: place + 1 })}
              isLabelHidden
              isReadOnly={isReadOnly}
              value={row.right}
              onValue={(right) => change({ ...row, right })}
            />
          )}
        </div>
      )}
    />
  );
}

export function CasesField() {
  const { t } = useTranslation('editor');
  const { isReadOnly } = useField('cases');
  return (
    <Rows<{ name: string; equals: unknown }>
      name="cases"
      empty={{ name: 'case', equals: '' }}
      render={(row, change, place) => (
        <>
          <TextInput
            aria-label={t('rows.name', { place: place + 1 })}
            readOnly={isReadOnly}
            value={row.name}
            onChange={({ currentTarget: { value } }) =>
              change({ ...row, name: value.toLowerCase().replace(/[^a-z0-9_-]/g, '-') || 'case' })
            }
          />
          <ValueText
            label={t('rows.equals', { place: place + 1 })}
            isLabelHidden
            isReadOnly={isReadOnly}
            value={row.equals}
            onValue={(equals) => change({ ...row, equals })}
          />
        </>
      )}
    />
  );
}

type Measure = { name: string; summary: (typeof summaries)[number]; of: string };

export function MeasuresField() {
  const { t } = useTranslation('editor');
  const { isReadOnly } = useField('measures');
  return (
    <Rows<Measure>
      name="measures"
      isWide
      empty={{ name: 'total', summary: 'sum', of: '' }}
      render={(row, change, place) => (
        <div className={classes.rows}>
          <TextInput
            aria-label={t('rows.name', { place: place + 1 })}
            readOnly={isReadOnly}
            value={row.name}
            onChange={({ currentTarget: { value } }) => change({ ...row, name: value })}
          />
          <NativeSelect
            aria-label={t('rows.summary', { place: place + 1 })}
            disabled={isReadOnly}
            value={row.summary}
            data={summaries.map((value) => ({ value, label: t(`summary.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              change({ ...row, summary: value as Measure['summary'] })
            }
          />
          {row.summary !== 'count' && (
            <TextInput
              aria-label={t('rows.of', { place: place + 1 })}
              placeholder={t('rows.ofPlaceholder')}
              readOnly={isReadOnly}
              value={row.of}
              onChange={({ currentTarget: { value } }) => change({ ...row, of: value })}
            />
          )}
        </div>
      )}
    />
  );
}

type InputField = {
  name: string;
  type: 'text' | 'number' | 'boolean' | 'json';
  isRequired: boolean;
};

/** What who starts a workflow by hand is asked for. */
export function AskedFields() {
  const { t } = useTranslation('editor');
  const { isReadOnly } = useField('fields');
  return (
    <Rows<InputField>
      name="fields"
      empty={{ name: 'name', type: 'text', isRequired: false }}
      render={(row, change, place) => (
        <>
          <TextInput
            aria-label={t('rows.name', { place: place + 1 })}
            readOnly={isReadOnly}
            value={row.name}
            onChange={({ currentTarget: { value } }) => change({ ...row, name: value || 'name' })}
          />
          <NativeSelect
            aria-label={t('rows.type', { place: place + 1 })}
            disabled={isReadOnly}
            value={row.type}
            data={['text', 'number', 'boolean', 'json'].map((value) => ({
              value,
              label: t(`inputType.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) =>
              change({ ...row, type: value as InputField['type'] })
            }
          />
        </>
      )}
    />
  );
}
