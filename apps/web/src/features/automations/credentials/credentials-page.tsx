import { can } from '@causeway/contract/access.ts';
import { type Credential, credentialRoutes } from '@causeway/contract/automations/credentials.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { NoProject } from '../no-project.tsx';
import { CredentialForm } from './credential-form.tsx';
import { credentialsQuery, refreshCredentials } from '#domain/workflows/credentials-query.ts';
import classes from './credentials.module.css';
import { TestCredential } from './test-credential.tsx';

export default function CredentialsPage() {
  const { t } = useTranslation('credentials');
  const { project } = useCurrentProject();
  if (project) return <Credentials key={project.id} project={project} />;
  return <NoProject title={t('title')} />;
}

type Opened = { kind: 'new' } | { kind: 'rotate' | 'test'; credential: Credential };

function Credentials({ project }: { project: Project }) {
  const { t } = useTranslation('credentials');
  const credentials = useQuery(credentialsQuery(project.id));
  const mayManage = can(project.role, 'credentials.manage');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = mayManage && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpened({ kind: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={(credentials.data?.length ?? 0) > 0 && add}
      />
      <QueryView
        query={credentials}
        skeleton={<SkeletonTable rows={4} columns={5} />}
        empty={
          <EmptyState
            icon="lock"
            title={t('empty')}
            line={t(mayManage ? 'emptyLine' : 'emptyForOthers')}
            action={add}
          />
        }
      >
        {(list) => (
          <CredentialTable
            project={project}
            credentials={list}
            mayManage={mayManage}
            onOpen={setOpened}
          />
        )}
      </QueryView>
      {opened && opened.kind !== 'test' && (
        <CredentialForm
          projectId={project.id}
          rotated={opened.kind === 'rotate' ? opened.credential : undefined}
          onClose={close}
        />
      )}
      {opened?.kind === 'test' && (
        <TestCredential projectId={project.id} credential={opened.credential} onClose={close} />
      )}
    </PageFrame>
  );
}

type CredentialTableProps = {
  project: Project;
  credentials: Credential[];
  mayManage: boolean;
  onOpen: (opened: Opened) => void;
};

function CredentialTable({ project, credentials, mayManage, onOpen }: CredentialTableProps) {
  const { t } = useTranslation('credentials');
  const { ago } = useFormats();
  const scopedHref = useScopedHref();

  async function remove({ id, name }: Credential) {
    const isSure = await confirmDialog({
      title: t('remove.question', { name }),
      losses: [t('remove.loss')],
      confirmLabel: t('remove.action'),
    });
    if (!isSure) return;
    await api.call(credentialRoutes.remove, {
      params: { projectId: project.id, credentialId: id },
    });
    await refreshCredentials(project.id);
  }

  return (
    <SimpleTable
      label={t('title')}
      rows={credentials}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: t('table.name'),
          render: ({ name, kind }) => (
            <>
              <span className={classes.name}>{name}</span>
              <span className={classes.line}>{t(`kind.${kind}`)}</span>
            </>
          ),
        },
        {
          key: 'hosts',
          header: t('table.hosts'),
          render: ({ hosts, kind }) => (kind === 'secret' ? t('table.never') : hosts.join(', ')),
        },
        {
          key: 'usedBy',
          header: t('table.usedBy'),
          render: ({ usedBy }) =>
            usedBy.length === 0
              ? '–'
              : usedBy.map(({ workflowId, name }) => (
                  <AppLink
                    key={workflowId}
                    className={classes.use}
                    href={scopedHref(`/automations/workflows/${workflowId}`)}
                  >
                    {name}
                  </AppLink>
                )),
        },
        {
          key: 'used',
          header: t('table.lastUsed'),
          render: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('table.unused')),
        },
        { key: 'changed', header: t('table.changed'), render: (one) => ago(one.changedAt) },
        {
          key: 'menu',
          header: '',
          render: (credential) =>
            mayManage && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('table.menu', { name: credential.name })}
                  >
                    <Icon name="more" />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {credential.kind !== 'secret' && (
                    <Menu.Item
                      leftSection={<Icon name="bolt" />}
                      onClick={() => onOpen({ kind: 'test', credential })}
                    >
                      {t('test.action')}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    leftSection={<Icon name="refresh" />}
                    onClick={() => onOpen({ kind: 'rotate', credential })}
                  >
                    {t('rotate.action')}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<Icon name="trash" />}
                    disabled={isInUse(credential)}
                    onClick={() => void remove(credential).catch(notifyError)}
                  >
                    {t(isInUse(credential) ? 'remove.inUse' : 'remove.action')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
        },
      ]}
    />
  );
}

/** What runs would fail without it; drafts only say that it is missing. */
function isInUse({ usedBy }: Credential): boolean {
  return usedBy.some(({ isPublished }) => isPublished);
}
