import { Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeField, SqlField } from '../fields/code-fields.tsx';
import {
  ConnectorField,
  CredentialField,
  OperationField,
  PeopleField,
  TableField,
  WorkflowField,
} from '../fields/pickers.tsx';
import {
  ChoiceField,
  NamesField,
  NumberField,
  SwitchField,
  TextField,
} from '../fields/plain-fields.tsx';
import {
  CasesField,
  ConditionsField,
  MeasuresField,
  NameValuesField,
} from '../fields/row-fields.tsx';
import { TemplateField, ValueField } from '../fields/template-field.tsx';
import { useField } from '../fields/use-field.ts';

export function QueryForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <ConnectorField kind="sql" />
      <SqlField hint={t('hint.sql')} />
      <NameValuesField name="parameters" />
      <NumberField name="rowLimit" min={1} max={10_000} />
    </>
  );
}

export function ExecuteForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <ConnectorField kind="sql" />
      <SqlField hint={t('hint.execute')} />
      <NameValuesField name="parameters" />
    </>
  );
}

export function UpsertForm() {
  return (
    <>
      <ConnectorField kind="sql" />
      <TableField />
      <ValueField name="rows" />
      <NamesField name="keys" />
    </>
  );
}

export function ObjectForm() {
  const { value: action } = useField<string>('action');
  return (
    <>
      <ConnectorField kind="s3" />
      <ChoiceField name="action" options={['list', 'read', 'write', 'copy', 'delete', 'link']} />
      <TemplateField name="path" />
      {action === 'copy' && <TemplateField name="to" />}
      {action === 'write' && (
        <>
          <ValueField name="body" rows={3} />
          <TextField name="contentType" isCode />
        </>
      )}
    </>
  );
}

export function OperationForm() {
  return (
    <>
      <OperationField />
      <ValueField name="params" rows={2} />
      <ValueField name="query" rows={2} />
      <ValueField name="body" rows={3} />
    </>
  );
}

export function SetForm() {
  return (
    <>
      <NameValuesField name="fields" />
      <ValueField name="base" />
    </>
  );
}

export function FilterForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <ValueField name="items" hint={t('hint.items')} />
      <ChoiceField name="match" options={['all', 'any']} />
      <ConditionsField name="conditions" />
    </>
  );
}

export function SortForm() {
  return (
    <>
      <ValueField name="items" />
      <TextField name="by" isCode />
      <SwitchField name="descending" />
    </>
  );
}

export function AggregateForm() {
  return (
    <>
      <ValueField name="items" />
      <NamesField name="groupBy" />
      <MeasuresField />
    </>
  );
}

export function JoinForm() {
  return (
    <>
      <ValueField name="left" />
      <TextField name="leftKey" isCode />
      <ValueField name="right" />
      <TextField name="rightKey" isCode />
      <SwitchField name="keepUnmatched" />
    </>
  );
}

export function DedupeForm() {
  return (
    <>
      <ValueField name="items" />
      <NamesField name="by" />
    </>
  );
}

export function ParseForm() {
  return (
    <>
      <ChoiceField name="format" options={['json', 'csv']} />
      <ValueField name="text" />
    </>
  );
}

export function FormatForm() {
  return (
    <>
      <ChoiceField name="format" options={['json', 'csv']} />
      <ValueField name="value" />
    </>
  );
}

export function CodeForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <CodeField name="code" hint={t('hint.code')} />
      <NumberField name="seconds" min={0.05} max={10} isDecimal />
    </>
  );
}

export function IfForm() {
  return (
    <>
      <ChoiceField name="match" options={['all', 'any']} />
      <ConditionsField name="conditions" />
    </>
  );
}

export function SwitchForm() {
  return (
    <>
      <ValueField name="value" />
      <CasesField />
    </>
  );
}

export function ForEachForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <ValueField name="items" hint={t('hint.forEach')} />
      <NumberField name="parallel" min={1} max={20} />
    </>
  );
}

export function WaitForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <NumberField name="seconds" min={0} max={2_592_000} isDecimal />
      <TemplateField name="until" hint={t('hint.until')} />
    </>
  );
}

export function SubWorkflowForm() {
  return (
    <>
      <WorkflowField />
      <ValueField name="input" rows={2} />
      <SwitchField name="wait" />
    </>
  );
}

export function StopForm() {
  return (
    <>
      <ChoiceField name="outcome" options={['done', 'failed']} />
      <TemplateField name="message" />
    </>
  );
}

export function RespondForm() {
  return (
    <>
      <NumberField name="status" min={200} max={599} />
      <ValueField name="body" rows={3} />
    </>
  );
}

export function ApprovalForm() {
  return (
    <>
      <TemplateField name="message" rows={2} />
      <PeopleField />
      <NumberField name="hours" min={0.1} max={720} isDecimal />
    </>
  );
}

export function NoteForm() {
  const { value, label, isReadOnly, change } = useField<string>('text');
  return (
    <Textarea
      label={label}
      autosize
      minRows={4}
      readOnly={isReadOnly}
      value={value}
      onChange={({ currentTarget: { value: next } }) => change(next)}
    />
  );
}

export function HttpForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <ChoiceField name="method" options={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']} />
      <TemplateField name="url" hint={t('hint.url')} />
      <CredentialField kinds={['bearer', 'basic', 'header']} />
      <NameValuesField name="query" />
      <NameValuesField name="headers" />
      <ValueField name="body" rows={3} />
      <NumberField name="timeoutSeconds" min={1} max={120} />
      <PagingFields />
    </>
  );
}

/** Further pages of an answer, joined into one list. */
function PagingFields() {
  const { t } = useTranslation('editor');
  const paging = useField<object | null>('paging');
  return (
    <>
      <Switch
        label={paging.label}
        description={t('hint.paging')}
        disabled={paging.isReadOnly}
        checked={paging.value !== null}
        onChange={({ currentTarget: { checked } }) =>
          paging.change(checked ? { next: 'next', items: 'items', pages: 10 } : null)
        }
      />
      {paging.value !== null && (
        <>
          <TextField name="paging.next" isCode hint={t('hint.pagingNext')} />
          <TextField name="paging.items" isCode hint={t('hint.pagingItems')} />
          <NumberField name="paging.pages" min={1} max={1_000} />
        </>
      )}
    </>
  );
}

export function AiForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <TemplateField name="prompt" rows={6} hint={t('hint.prompt')} />
      <NamesField name="wanted" />
    </>
  );
}

export function MailForm() {
  const { t } = useTranslation('editor');
  return (
    <>
      <TemplateField name="to" hint={t('hint.to')} />
      <TemplateField name="subject" />
      <TemplateField name="text" rows={5} />
    </>
  );
}

export function NotifyForm() {
  return (
    <>
      <PeopleField />
      <TemplateField name="text" rows={3} />
    </>
  );
}
