import { connectorRoutes, tlsModes } from '@causeway/contract/connectors/connectors.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckSteps } from '#domain/connectors/check-steps.tsx';
import { TlsSelect } from '#domain/connectors/tls-select.tsx';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './onboarding.module.css';
import { Problem, StepButtons, StepHead } from './step-parts.tsx';
import { UrlLine } from './url-line.tsx';

const fieldsOf = {
  sql: ['name', 'host', 'port', 'database', 'user', 'password'],
  s3: ['name', 'endpoint', 'bucket', 'region', 'accessKey', 'secretKey'],
} as const;
type Kind = keyof typeof fieldsOf;
/** How a connection is encrypted, and what only an address names: where in a bucket it begins. */
type Field = (typeof fieldsOf)[Kind][number] | 'tls' | 'prefix' | 'pathStyle';
type Values = Partial<Record<Field, string>>;

const beginning: Record<Kind, Values> = { sql: { port: '5432' }, s3: { region: 'us-east-1' } };
const secret = new Set<Field>(['password', 'accessKey', 'secretKey']);
const optional = new Set<Field>(['endpoint']);

type NewConnectorProps = {
  kind: Kind;
  project: Project;
  /** Nothing connects to anything for somebody whose address is not verified. */
  mayTest: boolean;
  onClose: () => void;
};

/** What it takes to connect; everything else is set up under Settings later. */
export function NewConnector({ kind, project, mayTest, onClose }: NewConnectorProps) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>(beginning[kind]);
  const params = { projectId: project.id };
  const test = useMutation({
    mutationFn: () => api.call(connectorRoutes.testNew, { params, body: bodyOf(kind, values) }),
  });
  const create = useMutation({
    mutationFn: () => api.call(connectorRoutes.create, { params, body: bodyOf(kind, values) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(projectsQuery);
      onClose();
    },
  });
  const isComplete = fieldsOf[kind].every((field) => optional.has(field) || values[field]?.trim());

  /** A result is about what was tested: any change ends it. */
  function change(next: Values) {
    test.reset();
    setValues({ ...values, ...next });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete && !create.isPending) create.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <StepHead title={t(`connectors.${kind}`)} line={t('connectors.newLine')} />
      <UrlLine
        kind={kind}
        onRead={(fields) => change({ ...fields, name: nameOf(values, fields) })}
      />
      <div className={classes.fields}>
        {fieldsOf[kind].map((field) => {
          const Input = secret.has(field) ? PasswordInput : TextInput;
          return (
            <Input
              key={field}
              label={t(`fields.${field}`)}
              autoComplete="off"
              placeholder={field === 'endpoint' ? t('fields.amazon') : undefined}
              data-field={field}
              value={values[field] ?? ''}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          );
        })}
        {kind === 'sql' && (
          <TlsSelect
            value={tlsOf(values)}
            onChange={(event) => change({ tls: event.currentTarget.value })}
          />
        )}
      </div>
      <div aria-live="polite">
        {(test.isPending || test.data) && (
          <CheckSteps
            kind={kind}
            isTunnelled={false}
            check={test.data}
            isRunning={test.isPending}
          />
        )}
      </div>
      <Problem error={create.error ?? test.error} />
      <StepButtons>
        <Button type="submit" disabled={!isComplete} loading={create.isPending}>
          {t('connectors.save')}
        </Button>
        {mayTest && (
          <Button
            variant="default"
            leftSection={<Icon name="bolt" />}
            disabled={!isComplete}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('connectors.test')}
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t('connectors.cancel')}
        </Button>
      </StepButtons>
    </form>
  );
}

/** As the database or bucket is called, until somebody says better. */
function nameOf(values: Values, { database, bucket }: Values): string {
  return values.name?.trim() || (database ?? bucket ?? '');
}

function tlsOf({ tls }: Values) {
  return tlsModes.find((mode) => mode === tls) ?? 'prefer';
}

type Body = RouteInput<typeof connectorRoutes.create>['body'];

function bodyOf(kind: Kind, values: Values): Body {
  const text = (field: Field) => values[field]?.trim() ?? '';
  if (kind === 'sql') {
    const [host, port, database, user] = [
      text('host'),
      text('port'),
      text('database'),
      text('user'),
    ];
    return {
      implementation: 'sql',
      name: text('name'),
      config: { client: 'pg', host, port, database, user, tls: tlsOf(values) },
      secrets: { password: values.password ?? '' },
    };
  }
  return {
    implementation: 's3',
    name: text('name'),
    config: {
      bucket: text('bucket'),
      region: text('region'),
      endpoint: text('endpoint') || null,
      prefix: values.prefix ?? '',
      pathStyle: values.pathStyle === undefined ? null : values.pathStyle === 'path',
    },
    secrets: { accessKey: text('accessKey'), secretKey: values.secretKey ?? '' },
  };
}
