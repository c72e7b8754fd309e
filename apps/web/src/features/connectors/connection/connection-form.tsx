import { connectorRoutes, type Connector } from '@causeway/contract/connectors/connectors.ts';
import type { Environment } from '@causeway/contract/connectors/settings.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './connection-form.module.css';
import {
  configOf,
  draftOf,
  isConfigChanged,
  isDestinationChanged,
  problemsOf,
  rareSecrets,
  refusedFields,
  secretNames,
  secretsOf,
  withField,
  type Draft,
  type FieldName,
} from './connection-draft.ts';
import {
  DestinationFields,
  NoPassword,
  RareS3Fields,
  RareSqlFields,
  SecretFields,
  useField,
} from './connection-fields.tsx';
import { EnvironmentField } from './environment-field.tsx';
import { SshFields } from './ssh-fields.tsx';
import { paramsOf } from '../connectors-query.ts';
import type { Kind } from './kinds.ts';
import { Problem } from '../problem.tsx';

type Edits = Partial<Record<FieldName, string>>;
type Sent = { edits: Edits; environment: Environment | '' | undefined };

/** Holds only what was edited, so a change from elsewhere never replaces what is being typed. */
export function ConnectionForm({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const kind = connector.implementation;
  const [edits, setEdits] = useState<Edits>({});
  const [isSent, setSent] = useState(false);
  const [hasNoPassword, setNoPassword] = useState(false);
  const [environment, setEnvironment] = useState<Environment | ''>();
  const stored = draftOf(connector);
  const draft = { ...applyEdits(kind, stored, edits), hasNoPassword };
  const isElsewhere = environment !== undefined && environment !== stored.environment;
  const isChanged =
    draft.name !== stored.name || isConfigChanged(kind, stored, draft) || isElsewhere;
  useUnsavedWork(isChanged);

  const save = useMutation({
    mutationFn: (_sent: Sent): Promise<Connector> => {
      const body = {
        ...changeOf(kind, stored, draft, { withSecrets: needsSecrets }),
        ...(isElsewhere && { settings: { environment: environment || null } }),
      };
      return api.call(connectorRoutes.update, { params: paramsOf(connector), body });
    },
    onSuccess: async (_saved, sent: Sent) => {
      await refreshConnectors(connector.projectId);
      // What was typed since then is still to be saved.
      setSent(false);
      setNoPassword(false);
      setEdits((now) => withoutSent(now, sent.edits));
      setEnvironment((now) => (now === sent.environment ? undefined : now));
    },
  });
  const isRefusedWithout: boolean =
    isErrorBody(save.error) && save.error.code === 'E_SECRET_REQUIRED';
  const needsSecrets: boolean = isDestinationChanged(kind, stored, draft) || isRefusedWithout;
  const ownProblems = problemsOf(kind, draft);
  const asked: FieldName[] = [...secretNames[kind], ...rareSecrets(draft.sql)];
  if (!needsSecrets) for (const name of asked) delete ownProblems[name];
  const problems = isSent ? { ...refusedFields(save.error), ...ownProblems } : {};
  const fields = {
    kind,
    draft,
    problems,
    onChange: (field: FieldName, text: string) => setEdits({ ...edits, [field]: text }),
  };
  const field = useField(fields);

  function startOver() {
    setSent(false);
    setEdits({});
    setNoPassword(false);
    setEnvironment(undefined);
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (isChanged && Object.keys(ownProblems).length === 0) {
          save.mutate({ edits, environment });
        }
      }}
    >
      <TextInput {...field('name')} maxLength={120} />
      <DestinationFields {...fields} />
      {kind === 'sql' && <SshFields {...fields} withSecrets={needsSecrets} />}
      {kind === 's3' && <RareS3Fields {...fields} />}
      {kind === 'sql' && (
        <details className={classes.more} open={draft.sql.clientCertificate !== '' || undefined}>
          <summary>{t('add.certificates')}</summary>
          <RareSqlFields {...fields} withKey={needsSecrets} />
        </details>
      )}
      <EnvironmentField value={environment ?? stored.environment} onChange={setEnvironment} />
      {needsSecrets && (
        <div className={classes.secrets}>
          <p className={classes.why}>
            <Icon name="key" />
            {t(`secret.why.${kind}`)}
          </p>
          <SecretFields {...fields} />
          {kind === 'sql' && <NoPassword draft={draft} onChange={setNoPassword} />}
        </div>
      )}
      {!isRefusedWithout && <Problem error={save.error} />}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          {t('save')}
        </Button>
        {isChanged && (
          <Button
            variant="default"
            onClick={() => {
              save.reset();
              startOver();
            }}
          >
            {t('discard')}
          </Button>
        )}
      </div>
    </form>
  );
}

function applyEdits(kind: Kind, stored: Draft, edits: Edits): Draft {
  return Object.entries(edits).reduce(
    (draft, [field, text]) => withField(kind, draft, field as FieldName, text),
    stored,
  );
}

function withoutSent(edits: Edits, sent: Edits): Edits {
  const names = Object.keys(edits) as FieldName[];
  return Object.fromEntries(
    names.filter((name) => edits[name] !== sent[name]).map((name) => [name, edits[name]]),
  );
}

/** Only what changed: a connection that stays as it is keeps its last check. */
function changeOf(
  kind: Kind,
  stored: Draft,
  draft: Draft,
  { withSecrets }: { withSecrets: boolean },
) {
  return {
    ...(draft.name !== stored.name && { name: draft.name }),
    ...(isConfigChanged(kind, stored, draft) && { config: configOf(kind, draft) }),
    ...(withSecrets && { secrets: secretsOf(kind, draft) }),
  };
}
