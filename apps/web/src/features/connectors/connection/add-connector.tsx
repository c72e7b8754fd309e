import { notedHostKey } from '@causeway/contract/connectors/checks.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Drawer, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './add-connector.module.css';
import { CheckSteps } from '#domain/connectors/check-steps.tsx';
import {
  bodyOf,
  emptyDraft,
  problemsOf,
  refusedFields,
  suggestedName,
  withField,
  type Draft,
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
import { KindChoice } from './kind-choice.tsx';
import { failedStepOf, type Kind } from './kinds.ts';
import { Problem } from '../problem.tsx';
import type { ReadUrl } from '#domain/connectors/use-url-field.ts';
import { UrlField } from './url-field.tsx';

type AddConnectorProps = {
  project: Project;
  kind: Kind;
  /** Held by the page, so that closing the drawer loses nothing. */
  draft: Draft;
  onChange: (draft: Draft) => void;
  onKind: (kind: Kind) => void;
  onClose: () => void;
};

export function AddConnector(props: AddConnectorProps) {
  const { project, kind, draft: typed, onChange, onKind, onClose } = props;
  const { t } = useTranslation('connectors');
  const openHref = useOpenHref();
  const [isSent, setSent] = useState(false);
  const params = { projectId: project.id };
  const test = useMutation({
    mutationFn: () => api.call(connectorRoutes.testNew, { params, body: bodyOf(kind, typed) }),
  });
  // The key that a test saw belongs to what is saved.
  const sshHostKey = notedHostKey(test.data);
  const draft = sshHostKey ? withField('sql', typed, 'sshHostKey', sshHostKey) : typed;
  const save = useMutation({
    mutationFn: () => api.call(connectorRoutes.create, { params, body: bodyOf(kind, draft) }),
    onSuccess: async ({ id }) => {
      await refreshConnectors(project.id);
      onChange(emptyDraft);
      openHref(`/settings/connectors/${id}`, { replace: true });
    },
  });
  useUnsavedWork(typed !== emptyDraft);

  const ownProblems = problemsOf(kind, draft);
  const refused = { ...refusedFields(test.error), ...refusedFields(save.error) };
  const problems = isSent ? { ...refused, ...ownProblems } : {};
  const isComplete = Object.keys(ownProblems).length === 0;
  const failed = failedStepOf(test.data ?? null);

  /** A result is about what was tested: any change ends it. */
  function change(next: Draft) {
    test.reset();
    save.reset();
    onChange(next);
  }

  function fillFrom(url: ReadUrl) {
    change({ ...draft, [url.kind]: { ...draft[url.kind], ...url.fields } });
    if (url.kind !== kind) onKind(url.kind);
  }

  function whenComplete(act: () => void) {
    setSent(true);
    if (isComplete) act();
  }

  const fields = {
    kind,
    draft,
    problems,
    onChange: (...[field, text]: [Parameters<typeof withField>[2], string]) =>
      change(withField(kind, draft, field, text)),
  };
  const field = useField(fields);

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={t('add.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{
        title: classes.title,
        header: classes.header,
        body: classes.body,
        content: classes.content,
      }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          whenComplete(save.mutate);
        }}
      >
        <div className={classes.fields}>
          <KindChoice
            kind={kind}
            onChange={(next) => {
              test.reset();
              save.reset();
              setSent(false);
              onKind(next);
            }}
          />
          <UrlField kind={kind} onRead={fillFrom} />
          <hr className={classes.rule} />
          <TextInput {...field('name')} placeholder={suggestedName(kind, draft)} maxLength={120} />
          <DestinationFields {...fields} />
          <SecretFields {...fields} />
          {kind === 'sql' && (
            <NoPassword
              draft={draft}
              onChange={(hasNoPassword) => change({ ...draft, hasNoPassword })}
            />
          )}
          {kind === 'sql' && <SshFields {...fields} withSecrets />}
          {kind === 's3' && (
            <details className={classes.more}>
              <summary>{t('add.more')}</summary>
              <div className={classes.moreFields}>
                <RareS3Fields {...fields} />
              </div>
            </details>
          )}
          {kind === 'sql' && (
            <details className={classes.more}>
              <summary>{t('add.certificates')}</summary>
              <div className={classes.moreFields}>
                <RareSqlFields {...fields} withKey />
              </div>
            </details>
          )}
          <EnvironmentField
            value={draft.environment}
            onChange={(environment) => onChange({ ...draft, environment })}
          />
          <Switch
            label={t('readOnly.label')}
            description={t('readOnly.line')}
            checked={draft.readOnly}
            onChange={(event) => onChange({ ...draft, readOnly: event.currentTarget.checked })}
          />
        </div>
        <div aria-live="polite">
          {(test.isPending || test.data) && (
            <section
              key={test.status}
              ref={bringIntoView}
              className={classes.test}
              aria-label={t('check.title')}
            >
              <CheckSteps
                kind={kind}
                isTunnelled={kind === 'sql' && draft.sql.ssh !== 'none'}
                check={test.data}
                isRunning={test.isPending}
              />
            </section>
          )}
        </div>
        <footer className={classes.footer}>
          {failed && (
            <p className={classes.warning}>
              <Icon name="warning" />
              {t('add.failedWarning', {
                step: t(`check.step.${failed.step}`),
              })}
            </p>
          )}
          {isSent && !isComplete && <p className={classes.warning}>{t('add.incomplete')}</p>}
          <Problem error={save.error ?? test.error} />
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<Icon name="bolt" />}
              loading={test.isPending}
              onClick={() => whenComplete(test.mutate)}
            >
              {t('check.action')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t(failed ? 'add.saveAnyway' : 'add.save')}
            </Button>
          </div>
        </footer>
      </form>
    </Drawer>
  );
}

/** A test is started below the fields, its steps are above: they must not stay out of sight. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
