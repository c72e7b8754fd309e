import { connectorRoutes, type Connector } from '@causeway/contract/connectors/connectors.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';
import { StatusDot } from '#ui/status-dot.tsx';
import {
  draftOf,
  emptyDraft,
  type FieldName,
  rareSecrets,
  refusedFields,
  secretNames,
  textOf,
  withField,
} from './connection-draft.ts';
import { NoPassword, SecretField } from './connection-fields.tsx';
import classes from './replace-secret.module.css';
import { paramsOf } from '../connectors-query.ts';
import { Problem } from '../problem.tsx';

/** Secrets go in and never come out: all there is to see is whether they are set. */
export function ReplaceSecret({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const [isOpen, setOpen] = useState(false);
  const { implementation: kind, secretFields } = connector;
  return (
    <>
      <ul className={classes.list}>
        {secretsIn(connector).map((name) => (
          <li key={name} className={classes.secret}>
            <span className={classes.name}>{t(`fields.${name}`)}</span>
            {secretFields[name] ? (
              <StatusDot tone="good" label={t('secret.set')} />
            ) : (
              <StatusDot tone="failed" label={t('secret.missing')} />
            )}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <SecretForm connector={connector} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {kind === 'sql' && secretsIn(connector).length > 1
              ? t('secret.replace.several')
              : t(`secret.replace.${kind}`)}
          </Button>
        </div>
      )}
    </>
  );
}

function SecretForm({ connector, onDone }: { connector: Connector; onDone: () => void }) {
  const { t } = useTranslation('connectors');
  const kind = connector.implementation;
  const names = secretsIn(connector);
  const [draft, setDraft] = useState(emptyDraft);
  const isWithout = kind === 'sql' && draft.hasNoPassword && draft.sql.password === '';
  const replace = useMutation({
    mutationFn: () =>
      api.call(connectorRoutes.replaceSecrets, {
        params: paramsOf(connector),
        body: Object.fromEntries(
          names
            .map((name) => [name, textOf(kind, draft, name)])
            .filter(([name, text]) => text?.trim() !== '' || (name === 'password' && isWithout)),
        ),
      }),
    onSuccess: async () => {
      await refreshConnectors(connector.projectId);
      onDone();
    },
  });
  // The two keys of a bucket belong together; of a database's secrets each can be replaced alone.
  const isGiven = (name: FieldName) => textOf(kind, draft, name).trim() !== '';
  const isComplete = kind === 's3' ? names.every(isGiven) : isWithout || names.some(isGiven);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) replace.mutate();
      }}
    >
      {names.map((name) => (
        <SecretField
          key={name}
          name={name}
          kind={kind}
          draft={draft}
          problems={refusedFields(replace.error)}
          onChange={(field, text) => setDraft(withField(kind, draft, field, text))}
        />
      ))}
      {kind === 'sql' && (
        <NoPassword
          draft={draft}
          onChange={(hasNoPassword) => setDraft({ ...draft, hasNoPassword })}
        />
      )}
      {kind === 'sql' && names.length > 1 && <p className={classes.note}>{t('secret.rest')}</p>}
      <Problem error={replace.error} />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isComplete} loading={replace.isPending}>
          {t('secret.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function secretsIn(connector: Connector): FieldName[] {
  const kind = connector.implementation;
  return [...secretNames[kind], ...(kind === 'sql' ? rareSecrets(draftOf(connector).sql) : [])];
}
