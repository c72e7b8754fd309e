import { can, mayGrant, type Role } from '@causeway/contract/access.ts';
import { memberRoutes, type Member } from '@causeway/contract/members/members.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { membersQuery } from '#domain/members/members-query.ts';
import { notifyError } from '#platform/notify-error.ts';
import { askToRemove } from './ask-to-remove.ts';
import classes from './members.module.css';
import { RoleMenu } from './role-menu.tsx';

export function MemberTable({ project, members }: { project: Project; members: Member[] }) {
  const { t } = useTranslation('members');
  const formats = useFormats();
  const { id: userId } = useCurrentUser();
  return (
    <SimpleTable
      stacks
      label={t('title')}
      rows={members}
      rowKey={(member) => member.userId}
      columns={[
        {
          key: 'name',
          header: t('name'),
          wraps: true,
          render: (member) => (
            <span className={classes.person}>
              <PersonMark name={member.name} avatar={member.avatar} />
              <span>
                <span className={classes.name}>{member.name}</span>
                {member.userId === userId && <span className={classes.you}>{t('you')}</span>}
                <span className={classes.email}>{member.email}</span>
              </span>
            </span>
          ),
        },
        {
          key: 'role',
          header: t('role'),
          render: (member) => <RoleCell project={project} member={member} />,
        },
        { key: 'joined', header: t('joined'), render: (member) => formats.date(member.joinedAt) },
        {
          key: 'actions',
          header: t('actions'),
          render: (member) =>
            member.userId !== userId && <RemoveMember project={project} member={member} />,
        },
      ]}
    />
  );
}

type MemberCellProps = { project: Project; member: Member };

function RoleCell({ project, member }: MemberCellProps) {
  const { t } = useTranslation('members');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) =>
      api.call(memberRoutes.changeRole, {
        params: { projectId: project.id, userId: member.userId },
        body: { role },
      }),
    onSettled: () => queryClient.invalidateQueries(membersQuery(project.id)),
  });
  if (!mayGrant(project.role, member.role)) {
    return t(`roles.${member.role}`) + (member.hasSeat ? '' : ` · ${t('noSeat')}`);
  }
  return (
    <>
      <RoleMenu
        own={project.role}
        label={t('roleOf', { name: member.name })}
        value={(change.isPending && change.variables) || member.role}
        onChange={(role) => change.mutate(role)}
      />
      {!member.hasSeat && <span className={classes.email}>{t('noSeat')}</span>}
      {change.error && (
        <span role="alert" className={classes.problem}>
          {errorText(change.error)}
        </span>
      )}
    </>
  );
}

function RemoveMember({ project, member }: MemberCellProps) {
  const { t } = useTranslation('members');
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      api.call(memberRoutes.remove, { params: { projectId: project.id, userId: member.userId } }),
    onSettled: () => queryClient.invalidateQueries(membersQuery(project.id)),
  });
  async function ask() {
    const isSure = await askToRemove(t, project, member).catch(notifyError);
    if (isSure) remove.mutate();
  }
  if (!can(project.role, 'members.manage') || !mayGrant(project.role, member.role)) return null;
  return (
    <>
      <ActionIcon
        size={28}
        aria-label={t('remove.named', { name: member.name })}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <Icon name="trash" />
      </ActionIcon>
      {remove.error && (
        <span role="alert" className={classes.problem}>
          {errorText(remove.error)}
        </span>
      )}
    </>
  );
}
