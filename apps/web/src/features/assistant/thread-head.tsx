import { assistantRoutes, type ChatThread } from '@causeway/contract/assistant/threads.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshThread, refreshThreads, threadQuery } from '#domain/assistant/threads-query.ts';
import { api } from '#platform/api/api.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './thread-head.module.css';

type ThreadHeadProps = { project: Project; connector: Connector | undefined; threadId: string };

/** The name of a thread, and what is done with it as a whole. */
export function ThreadHead({ project, connector, threadId }: ThreadHeadProps) {
  const { t } = useTranslation('assistant');
  const { data } = useQuery(threadQuery(project.id, threadId));
  const [isRenaming, setIsRenaming] = useState(false);
  const openHref = useOpenHref();
  const all = scopedHref('/chat', project, connector);
  const params = { projectId: project.id, threadId };
  const refresh = async () => {
    await refreshThread(project.id, threadId);
    await refreshThreads(project.id);
  };
  const change = useMutation({
    mutationFn: (body: { title?: string; isShared?: boolean }) =>
      api.call(assistantRoutes.update, { params, body }),
    onError: notifyError,
    onSettled: refresh,
  });
  const remove = async (thread: ChatThread) => {
    const isSure = await confirmDialog({
      title: t('delete.title', { name: thread.title }),
      losses: [t('delete.loss')],
      confirmLabel: t('delete.confirm'),
    });
    if (!isSure) return;
    await api.call(assistantRoutes.remove, { params }).catch(notifyError);
    openHref(all, { replace: true });
    await refreshThreads(project.id);
  };
  const thread = data?.thread;
  if (!thread) return <header className={classes.head} />;
  return (
    <header className={classes.head}>
      <ActionIcon component={AppLink} href={all} className={classes.back} aria-label={t('threads')}>
        <Icon name="arrowLeft" />
      </ActionIcon>
      {isRenaming ? (
        <TitleField
          title={thread.title}
          onDone={(title) => {
            setIsRenaming(false);
            if (title !== undefined) change.mutate({ title });
          }}
        />
      ) : (
        <h2 className={classes.title}>{thread.title || t('untitled')}</h2>
      )}
      {thread.isShared && <span className={classes.mark}>{t('shared')}</span>}
      {thread.isMine && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('more')}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="rename" />} onClick={() => setIsRenaming(true)}>
              {t('rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="share" />}
              onClick={() => change.mutate({ isShared: !thread.isShared })}
            >
              {thread.isShared ? t('unshare') : t('share')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" />}
              onClick={() => void remove(thread)}
            >
              {t('delete.action')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </header>
  );
}

type TitleFieldProps = { title: string; onDone: (title: string | undefined) => void };

function TitleField({ title, onDone }: TitleFieldProps) {
  const { t } = useTranslation('assistant');
  const [typed, setTyped] = useState(title);
  const finish = () => onDone(typed.trim() === '' ? undefined : typed.trim());
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') onDone(undefined);
  };
  return (
    <TextInput
      className={classes.field}
      size="xs"
      autoFocus
      maxLength={160}
      aria-label={t('rename')}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onKeyDown={press}
      onBlur={finish}
    />
  );
}
