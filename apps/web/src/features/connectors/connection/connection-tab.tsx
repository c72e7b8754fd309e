import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataList } from '#ui/data-list.tsx';
import { FormSection } from '#ui/form-section.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { draftOf, secretNames, textOf, type FieldName, type SqlDraft } from './connection-draft.ts';
import type { TabProps } from '../tab-props.ts';
import { DeleteConnector } from '../delete-connector.tsx';
import { ReadOnlySwitch } from '../safety/read-only-switch.tsx';
import { ReplaceSecret } from './replace-secret.tsx';

export function ConnectionTab({ connector, mayManage, mayTest }: TabProps) {
  const { t } = useTranslation('connectors');
  return (
    <>
      <FormSection title={t('check.title')} line={t('check.line')}>
        <ConnectionCheck
          key={`${connector.updatedAt} ${connector.lastCheck === null}`}
          connector={connector}
          mayTest={mayTest}
        />
      </FormSection>
      <FormSection title={t('connection.title')} line={t('connection.line')}>
        {mayManage ? <ConnectionForm connector={connector} /> : <Facts connector={connector} />}
      </FormSection>
      {mayManage && (
        <>
          <FormSection title={t('secret.title')} line={t('secret.line')}>
            <ReplaceSecret connector={connector} />
          </FormSection>
          <FormSection title={t('readOnly.title')}>
            <ReadOnlySwitch connector={connector} />
          </FormSection>
          <FormSection title={t('remove.title')} line={t('remove.line')}>
            <DeleteConnector connector={connector} />
          </FormSection>
        </>
      )}
    </>
  );
}

const factNames = {
  sql: ['host', 'port', 'database', 'user'],
  s3: ['bucket', 'endpoint', 'region', 'prefix'],
} as const satisfies Record<string, readonly FieldName[]>;

function tunnelFacts(
  { ssh, sshUser, sshHost, sshPort, sshHostKey }: SqlDraft,
  t: TFunction<'connectors'>,
) {
  if (ssh === 'none') return [];
  return [
    { label: t('fields.ssh'), value: `${sshUser}@${sshHost}:${sshPort}` },
    { label: t('fields.sshHostKey'), value: sshHostKey || '–' },
  ];
}

/** The same for those who may look and not change. */
function Facts({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const { implementation: kind, secretFields, settings } = connector;
  const draft = draftOf(connector);
  const secretState = (name: string) => t(secretFields[name] ? 'secret.set' : 'secret.missing');
  return (
    <DataList
      items={[
        ...factNames[kind].map((name) => ({
          label: t(`fields.${name}`),
          value: textOf(kind, draft, name) || '–',
        })),
        ...(kind === 'sql'
          ? [
              { label: t('fields.tls'), value: t(`tls.${draft.sql.tls}`) },
              ...tunnelFacts(draft.sql, t),
            ]
          : [{ label: t('fields.pathStyle'), value: t(`pathStyle.${draft.s3.pathStyle}`) }]),
        ...secretNames[kind].map((name) => ({
          label: t(`fields.${name}`),
          value: secretState(name),
        })),
        { label: t('readOnly.title'), value: t(settings.readOnly ? 'yes' : 'no') },
      ]}
    />
  );
}
