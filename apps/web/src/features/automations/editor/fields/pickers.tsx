import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { CredentialKind } from '@causeway/contract/automations/credentials.ts';
import { MultiSelect, NativeSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TableChoice } from '#domain/connectors/table-choice.tsx';
import { membersQuery } from '#domain/members/members-query.ts';
import { alertsQuery } from '#domain/dashboards/alerts-query.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { workflowsQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { credentialsQuery } from '#domain/workflows/credentials-query.ts';
import { changePart, findPart } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import { useField } from './use-field.ts';

type Choice = { value: string; label: string };

/** One thing of the project by its id, or none yet. */
function IdField({ name, choices, none }: { name: string; choices: Choice[]; none?: string }) {
  const { t } = useTranslation('editor');
  const { value, label, error, isReadOnly, change } = useField<string | null>(name);
  const isGone = value !== null && !choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      label={label}
      error={error}
      disabled={isReadOnly}
      value={value ?? ''}
      data={[
        { value: '', label: none ?? t('pick') },
        ...choices,
        ...(isGone ? [{ value, label: t('gone') }] : []),
      ]}
      onChange={({ currentTarget: { value: next } }) => change(next === '' ? null : next)}
    />
  );
}

export function ConnectorField({ kind }: { kind: 'sql' | 's3' }) {
  const { projectId } = useEditor();
  const project = useProjects().find(({ id }) => id === projectId);
  const connectors = (project?.connectors ?? []).filter((one) => one.implementation === kind);
  return (
    <IdField
      name="connectorId"
      choices={connectors.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

type CredentialFieldProps = { name?: string; kinds: readonly CredentialKind[] };

export function CredentialField({ name = 'credentialId', kinds }: CredentialFieldProps) {
  const { projectId } = useEditor();
  const { data = [] } = useQuery(credentialsQuery(projectId));
  const fitting = data.filter(({ kind }) => kinds.includes(kind));
  return (
    <IdField name={name} choices={fitting.map((one) => ({ value: one.id, label: one.name }))} />
  );
}

export function DashboardField() {
  const { projectId } = useEditor();
  const { data = [] } = useQuery(dashboardsQuery(projectId));
  return (
    <IdField
      name="dashboardId"
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** An alert of the dashboard chosen above, or any. */
export function AlertField() {
  const { t } = useTranslation('editor');
  const { projectId } = useEditor();
  const { value: dashboardId } = useField<string | null>('dashboardId');
  const { data = [] } = useQuery({
    ...alertsQuery({ projectId, dashboardId: dashboardId ?? '' }),
    enabled: dashboardId !== null,
  });
  return (
    <IdField
      name="alertId"
      none={t('anyAlert')}
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

export function WorkflowField() {
  const { projectId, workflowId } = useEditor();
  const { data = [] } = useQuery(workflowsQuery(projectId));
  const others = data.filter(({ id }) => id !== workflowId);
  return (
    <IdField
      name="workflowId"
      choices={others.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** Members of the project; nobody chosen means all who may change workflows. */
export function PeopleField() {
  const { t } = useTranslation('editor');
  const { projectId } = useEditor();
  const { value, label, isReadOnly, change } = useField<string[]>('people');
  const { data } = useQuery(membersQuery(projectId));
  return (
    <MultiSelect
      label={label}
      description={t('hint.people')}
      readOnly={isReadOnly}
      searchable
      value={value}
      data={(data?.members ?? []).map((member) => ({ value: member.userId, label: member.name }))}
      onChange={change}
    />
  );
}

export function TableField() {
  const { projectId, draft, chosenId } = useEditor();
  const connector = useField<string | null>('connectorId');
  const schema = useField<string>('schema');
  const table = useField<string>('table');
  const part = findPart(draft.definition, chosenId);
  if (!connector.value || !part) return null;
  const set = (patch: object) => draft.change(changePart(draft.definition, part.id, patch));
  return (
    <div>
      <TableChoice
        source={{ projectId, connectorId: connector.value }}
        schema={schema.value}
        table={table.value || undefined}
        onChange={set}
        onSchema={(next) => set({ schema: next, table: '' })}
      />
    </div>
  );
}

export function OperationField() {
  const { t } = useTranslation('editor');
  const { projectId } = useEditor();
  const { value, label, error, isReadOnly, change } = useField<string>('operation');
  const { data = [] } = useQuery({
    queryKey: ['workflow-operations', projectId],
    queryFn: ({ signal }) =>
      api.call(workflowRoutes.operations, { params: { projectId } }, { signal }),
    staleTime: Infinity,
  });
  const chosen = data.find(({ name }) => name === value);
  return (
    <Select
      label={label}
      description={chosen && `${chosen.summary} · ${t(`effect.${chosen.effect}`)}`}
      error={error}
      readOnly={isReadOnly}
      searchable
      limit={100}
      value={value === '' ? null : value}
      data={data.map(({ name, summary }) => ({ value: name, label: `${name}: ${summary}` }))}
      onChange={(next) => change(next ?? '')}
    />
  );
}
