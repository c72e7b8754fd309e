import { isFavorite, toggleFavorite } from '@causeway/contract/settings/favorites.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Badge, Button, TextInput, Tooltip } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RestingProjects } from '#domain/projects/resting-projects.tsx';
import { api } from '#platform/api/api.ts';
import { createProject } from '#platform/current-project/create-project.ts';
import { projectsQuery, useProjects } from '#platform/current-project/projects-query.ts';
import { useProjectHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import classes from './account.module.css';

export default function WorkspacesPage() {
  const { t } = useTranslation('account');
  const projects = useProjects();
  const { invitation } = useSearch({ strict: false }) as { invitation?: unknown };
  return (
    <PageFrame>
      <PageHeader title={t('workspaces.title')} line={t('workspaces.line')} />
      <AccountTabs />
      {typeof invitation === 'string' && <Invitation token={invitation} />}
      {projects.length === 0 ? (
        <EmptyState
          icon="building"
          title={t('workspaces.emptyTitle')}
          line={t('workspaces.emptyLine')}
        />
      ) : (
        <ul className={classes.workspaces}>
          {projects.map((project) => (
            <Workspace key={project.id} project={project} />
          ))}
        </ul>
      )}
      <NewWorkspace />
      <RestingProjects />
    </PageFrame>
  );
}

function Workspace({ project }: { project: Project }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const projectHref = useProjectHref();
  const { id: userId } = useCurrentUser();
  const { favorites } = useSettings();
  const isStarred = isFavorite(favorites, project.id);
  const star = useSingleTap(() =>
    changeSetting({ favorites: toggleFavorite(favorites, project.id) }),
  );
  const starLabel = t(isStarred ? 'workspaces.unstar' : 'workspaces.star', { name: project.name });
  return (
    <li className={classes.workspace}>
      <ActionIcon
        className={classes.star}
        aria-label={starLabel}
        aria-pressed={isStarred}
        onClick={star}
      >
        <Icon name={isStarred ? 'starFilled' : 'star'} />
      </ActionIcon>
      <div className={classes.grow}>
        <p className={classes.workspaceName}>
          {project.name}
          {project.sponsorId === userId && (
            <Badge size="sm" variant="light" ml="xs" tt="none">
              {t('workspaces.sponsored')}
            </Badge>
          )}
        </p>
        <p className={classes.workspaceLine}>
          {t(`roles.${project.role}`)} ·{' '}
          {t('workspaces.connectors', { count: project.connectors.length })} ·{' '}
          {t('workspaces.since', { date: formats.date(project.createdAt) })}
        </p>
      </div>
      <Leave project={project} />
      <Button
        component={AppLink}
        href={projectHref('/settings/general', project)}
        variant="default"
        aria-label={t('workspaces.openNamed', { name: project.name })}
      >
        {t('workspaces.open')}
      </Button>
    </li>
  );
}

function Leave({ project }: { project: Project }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: () => api.call(memberRoutes.leave, { params: { projectId: project.id } }),
    onSuccess: () => queryClient.invalidateQueries(projectsQuery),
  });
  async function ask() {
    const isSure = await confirmDialog({
      title: t('workspaces.leaveTitle', { name: project.name }),
      losses: [t('workspaces.leaveLoss')],
      confirmLabel: t('workspaces.leave'),
    });
    if (isSure) leave.mutate();
  }
  const label = t('workspaces.leaveNamed', { name: project.name });
  return (
    <>
      {leave.error && (
        <span role="alert" className={classes.problem}>
          {errorText(leave.error)}
        </span>
      )}
      <Tooltip label={label}>
        <ActionIcon aria-label={label} loading={leave.isPending} onClick={() => void ask()}>
          <Icon name="logout" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function NewWorkspace() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createProject(name),
    onSuccess: async () => {
      setName('');
      await queryClient.invalidateQueries(projectsQuery);
    },
  });
  return (
    <form
      className={classes.newWorkspace}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !create.isPending) create.mutate();
      }}
    >
      <TextInput
        label={t('workspaces.new')}
        placeholder={t('workspaces.example')}
        maxLength={120}
        className={classes.grow}
        value={name}
        error={create.error ? errorText(create.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
        {t('workspaces.create')}
      </Button>
    </form>
  );
}

/** The mailed link of an invitation leads here. */
function Invitation({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const projects = useProjects();
  const accept = useMutation({
    mutationFn: () => api.call(memberRoutes.accept, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(projectsQuery),
  });
  const joined = projects.find(({ id }) => id === accept.data?.projectId);
  if (joined) {
    return (
      <output className={classes.welcome}>{t('workspaces.joined', { name: joined.name })}</output>
    );
  }
  return (
    <div className={classes.invitation}>
      <p className={classes.grow}>{t('workspaces.invited')}</p>
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('workspaces.accept')}
      </Button>
      {accept.error && (
        <p role="alert" className={classes.problem}>
          {errorText(accept.error)}
        </p>
      )}
    </div>
  );
}
