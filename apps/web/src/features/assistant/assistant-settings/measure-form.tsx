import {
  measureChangeRoutes,
  measureProblems,
  type OwnMeasure,
} from '@causeway/contract/assistant/measures.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { refreshMeasures } from './measures-query.ts';
import classes from './settings.module.css';

type MeasureFormProps = { project: Project; measure?: OwnMeasure; onClose: () => void };

/** A number by name: what it is called, and how it is reckoned. It is tried before it is kept. */
export function MeasureForm({ project, measure, onClose }: MeasureFormProps) {
  const { t } = useTranslation('assistant-settings');
  const databases = project.connectors.filter(({ implementation }) => implementation === 'sql');
  const [draft, setDraft] = useState(() => draftOf(measure, databases[0]?.id ?? ''));
  const { table } = draft;
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const save = useMutation({
    mutationFn: () => {
      const { en, de, filter, ...rest } = draft;
      const body = {
        ...rest,
        table: table ?? '',
        name: { en, de },
        filter: filter.trim() === '' ? null : filter,
      };
      const params = { projectId: project.id };
      if (!measure) return api.call(measureChangeRoutes.create, { params, body });
      const one = { ...params, measureId: measure.id };
      return api.call(measureChangeRoutes.update, { params: one, body });
    },
    onSuccess: async () => {
      await refreshMeasures(project.id);
      onClose();
    },
  });
  const problem = problemIn(save.error);
  const textOf = (field: string) =>
    problem?.field === field && t(`measures.wrong.${problem.problem}`);
  const isReady =
    table !== undefined && draft.expression.trim() !== '' && (draft.en + draft.de).trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) save.mutate();
  };
  return (
    <form className={classes.measure} onSubmit={submit}>
      <div className={classes.pair}>
        <TextInput
          label={t('measures.nameEn')}
          lang="en"
          placeholder="Net revenue"
          maxLength={60}
          value={draft.en}
          error={textOf('name')}
          onChange={(event) => change({ en: event.currentTarget.value })}
        />
        <TextInput
          label={t('measures.nameDe')}
          lang="de"
          placeholder="Nettoumsatz"
          maxLength={60}
          value={draft.de}
          onChange={(event) => change({ de: event.currentTarget.value })}
        />
      </div>
      <TagsInput
        label={t('measures.synonyms')}
        description={t('measures.synonymsLine')}
        maxTags={20}
        acceptValueOnBlur
        value={draft.synonyms}
        onChange={(synonyms) => change({ synonyms })}
      />
      {databases.length > 1 && (
        <NativeSelect
          label={t('measures.database')}
          data={databases.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.connectorId}
          onChange={(event) =>
            change({
              connectorId: event.currentTarget.value,
              schema: DEFAULT_SCHEMA,
              table: undefined,
            })
          }
        />
      )}
      <TableChoice
        source={{ projectId: project.id, connectorId: draft.connectorId }}
        schema={draft.schema}
        table={table}
        onChange={change}
        onSchema={(schema) => change({ schema, table: undefined })}
      />
      <TextInput
        label={t('measures.expression')}
        description={t('measures.expressionLine')}
        classNames={{ input: classes.code }}
        placeholder="sum(total)"
        maxLength={1_000}
        spellCheck={false}
        value={draft.expression}
        error={textOf('expression')}
        onChange={(event) => change({ expression: event.currentTarget.value })}
      />
      <TextInput
        label={t('measures.filter')}
        description={t('measures.filterLine')}
        classNames={{ input: classes.code }}
        placeholder="status <> 'cancelled'"
        maxLength={1_000}
        spellCheck={false}
        value={draft.filter}
        error={textOf('filter')}
        onChange={(event) => change({ filter: event.currentTarget.value })}
      />
      {save.error && !problem && (
        <p role="alert" className={classes.problem}>
          {errorText(save.error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isReady} loading={save.isPending}>
          {t('measures.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('measures.cancel')}
        </Button>
      </div>
    </form>
  );
}

type Draft = {
  connectorId: string;
  en: string;
  de: string;
  synonyms: string[];
  schema: string;
  table: string | undefined;
  expression: string;
  filter: string;
};

function draftOf(measure: OwnMeasure | undefined, connectorId: string): Draft {
  return {
    connectorId: measure?.connectorId ?? connectorId,
    en: measure?.name.en ?? '',
    de: measure?.name.de ?? '',
    synonyms: measure?.synonyms ?? [],
    schema: measure?.schema ?? DEFAULT_SCHEMA,
    table: measure?.table,
    expression: measure?.expression ?? '',
    filter: measure?.filter ?? '',
  };
}

/** Which field is wrong, and why. */
function problemIn(error: unknown) {
  if (!isErrorBody(error) || error.code !== 'E_MEASURE') return undefined;
  const problem = measureProblems.find((one) => one === error.details?.['problem']);
  const field = error.details?.['field'];
  return problem && typeof field === 'string' ? { problem, field } : undefined;
}
