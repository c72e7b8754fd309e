import type { Role } from '@causeway/contract/access.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { email as emailRule } from '@causeway/contract/users.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { membersQuery } from '#domain/members/members-query.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import classes from './members.module.css';
import { RoleMenu } from './role-menu.tsx';

export function InviteForm({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isChecked, setChecked] = useState(false);
  const isAddress = emailRule.safeParse(email.trim()).success;
  const invite = useMutation({
    mutationFn: (typed: string) =>
      api.call(memberRoutes.invite, {
        params: { projectId: project.id },
        body: { email: typed.trim(), role },
      }),
    // Who is typed meanwhile is the next one.
    onSuccess: async (_, typed) => {
      setEmail((now) => (now === typed ? '' : now));
      setChecked(false);
      await queryClient.invalidateQueries(membersQuery(project.id));
    },
  });
  return (
    <form
      className={classes.invite}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isAddress && !invite.isPending) invite.mutate(email);
      }}
    >
      <TextInput
        type="email"
        label={t('invite.email')}
        placeholder="name@example.com"
        className={classes.grow}
        value={email}
        error={isChecked && !isAddress ? t('invite.rule') : invite.error && errorText(invite.error)}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleMenu size="sm" own={project.role} label={t('role')} value={role} onChange={setRole} />
      <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
        {t('invite.submit')}
      </Button>
      <output className={classes.note}>
        {invite.isSuccess ? (
          <>
            {t('invite.sent', { email: invite.data.email })}{' '}
            <code className={classes.link}>{invite.data.link}</code>
            <CopyButton value={invite.data.link} label={t('invite.copy')} />
          </>
        ) : (
          t(`roleLines.${role}`)
        )}
      </output>
    </form>
  );
}
