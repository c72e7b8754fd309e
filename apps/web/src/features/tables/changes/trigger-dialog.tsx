import type { TableDetails } from '@causeway/contract/tables/details.ts';
import {
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameableQuery } from '../structure/structure-query.ts';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ExpressionField } from './expression-field.tsx';
import {
  createTrigger,
  eventsOf,
  fitted,
  mayHaveCondition,
  mayNameColumns,
  timingsOf,
  type TriggerDraft,
  triggerLevels,
  triggerTimings,
} from './trigger-sql.ts';
import classes from './changes.module.css';

const empty: TriggerDraft = {
  name: '',
  timing: 'before',
  events: ['insert'],
  columns: [],
  level: 'row',
  condition: '',
  routine: undefined,
  given: [],
};

type TriggerDialogProps = { source: Source; details: TableDetails; onClose: () => void };

export function TriggerDialog({ source, details, onClose }: TriggerDialogProps) {
  const { t } = useTranslation('structure');
  const { kind, schema } = details;
  const [draft, setDraft] = useState(() => fitted(empty, kind));
  const set = (change: Partial<TriggerDraft>) => setDraft(fitted({ ...draft, ...change }, kind));
  return (
    <ChangeDialog
      source={source}
      title={t('trigger.add')}
      statements={createTrigger({ schema, table: details.name }, draft)}
      action={t('trigger.add')}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextInput
          data-autofocus
          label={t('name')}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <TriggerFunction source={source} schema={schema} draft={draft} onChange={set} />
        <NativeSelect
          label={t('trigger.level')}
          data={triggerLevels.map((value) => ({ value, label: t(`trigger.levels.${value}`) }))}
          value={draft.level}
          onChange={({ currentTarget: { value } }) =>
            set({ level: triggerLevels.find((known) => known === value) ?? 'row' })
          }
        />
        <NativeSelect
          label={t('trigger.timing')}
          data={timingsOf(kind, draft.level).map((value) => ({
            value,
            label: t(`trigger.timings.${value}`),
          }))}
          value={draft.timing}
          onChange={({ currentTarget: { value } }) =>
            set({ timing: triggerTimings.find((known) => known === value) ?? 'before' })
          }
        />
      </div>
      <Checkbox.Group
        label={t('trigger.events')}
        value={draft.events}
        onChange={(chosen) =>
          set({ events: eventsOf(kind, draft.level).filter((event) => chosen.includes(event)) })
        }
      >
        <Group gap="md" mt={6}>
          {eventsOf(kind, draft.level).map((event) => (
            <Checkbox key={event} value={event} label={t(`trigger.eventNames.${event}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      {mayNameColumns(draft) && (
        <MultiSelect
          label={t('trigger.columns')}
          placeholder={draft.columns.length === 0 ? t('trigger.anyColumn') : ''}
          searchable
          data={details.columns.map(({ name }) => name)}
          value={draft.columns}
          onChange={(columns) => set({ columns })}
        />
      )}
      {mayHaveCondition(draft) && (
        <ExpressionField
          label={t('trigger.condition')}
          description={t('trigger.conditionLine')}
          value={draft.condition}
          onChange={(condition) => set({ condition })}
        />
      )}
      <TagsInput
        label={t('trigger.given')}
        description={t('trigger.givenLine')}
        allowDuplicates
        value={draft.given}
        onChange={(given) => set({ given })}
      />
    </ChangeDialog>
  );
}

type TriggerFunctionProps = {
  source: Source;
  schema: string;
  draft: TriggerDraft;
  onChange: (change: Partial<TriggerDraft>) => void;
};

function TriggerFunction({ source, schema, draft, onChange }: TriggerFunctionProps) {
  const { t } = useTranslation('structure');
  const { data } = useQuery(nameableQuery(source.connectorId, schema));
  const routines = data?.triggerFunctions ?? [];
  const { routine } = draft;
  return (
    <Select
      label={t('trigger.function')}
      description={data && routines.length === 0 ? t('trigger.noFunction') : undefined}
      searchable
      limit={100}
      data={routines.map((one, place) => ({
        value: String(place),
        label: one.schema === schema ? one.name : `${one.schema}.${one.name}`,
      }))}
      value={
        routine
          ? String(
              routines.findIndex(
                (one) => one.schema === routine.schema && one.name === routine.name,
              ),
            )
          : null
      }
      onChange={(value) => onChange({ routine: routines[Number(value ?? -1)] })}
    />
  );
}
