import { connectorRoutes, tlsModes } from '@causeway/contract/connectors/connectors.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import classes from './onboarding.module.css';
import { Problem, StepButtons, StepHead } from './step-parts.tsx';
import { UrlLine } from './url-line.tsx';

const fieldsOf = {
  sql: ['name', 'host', 'port', 'database', 'user', 'password'],
  s3: ['name', 'endpoint', 'bucket', 'region', 'accessKey', 'secretKey'],
} as const;
type Kind = keyof typeof fieldsOf;
/** What only an address names: how a connection is encrypted, and where in a bucket it begins. */
type Field = (typeof fieldsOf)[Kind][number] | 'tls' | 'prefix' | 'pathStyle';
type Values = Partial<Record<Field, string>>;

const beginning: Record<Kind, Values> = { sql: { port: '5432' }, s3: { region: 'us-east-1' } };
const secret = new Set<Field>(['password', 'accessKey', 'secretKey']);
const optional = new Set<Field>(['endpoint']);

type NewConnectorProps = { kind: Kind; project: Project; onClose: () => void };

/** What it takes to connect; everything else is set up under Settings later. */
export function NewConnector({ kind, project, onClose }: NewConnectorProps) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>(beginning[kind]);
  const create = useMutation({
    mutationFn: () =>
      api.call(connectorRoutes.create, {
        params: { projectId: project.id },
        body: bodyOf(kind, values),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(projectsQuery);
      onClose();
    },
  });
  const isComplete = fieldsOf[kind].every((field) => optional.has(field) || values[field]?.trim());

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete && !create.isPending) create.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <StepHead title={t(`connectors.${kind}`)} line={t('connectors.newLine')} />
      <UrlLine
        kind={kind}
        onRead={(fields) => setValues({ ...values, ...fields, name: nameOf(values, fields) })}
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
              onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
            />
          );
        })}
      </div>
      <Problem error={create.error} />
      <StepButtons>
        <Button type="submit" disabled={!isComplete} loading={create.isPending}>
          {t('connectors.save')}
        </Button>
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
    const tls = tlsModes.find((mode) => mode === values.tls) ?? 'prefer';
    return {
      implementation: 'sql',
      name: text('name'),
      config: { client: 'pg', host, port, database, user, tls },
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
