import type { ChatThread } from '@causeway/contract/assistant/threads.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { threadsQuery } from '#domain/assistant/threads-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { scopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './thread-list.module.css';

type ThreadListProps = {
  project: Project;
  connector: Connector | undefined;
  threadId: string | undefined;
};

const SEARCH_WAIT_MS = 200;

export function ThreadList({ project, connector, threadId }: ThreadListProps) {
  const { t } = useTranslation('assistant');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, SEARCH_WAIT_MS);
  const threads = useQuery({
    ...threadsQuery(project.id, search),
    placeholderData: keepPreviousData,
  });
  const hrefOf = (path: string) => scopedHref(path, project, connector);
  return (
    <nav className={classes.list} aria-label={t('threads')}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <div className={classes.head}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Icon name="search" size={14} />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button
          component={AppLink}
          href={hrefOf('/chat')}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
        >
          {t('new')}
        </Button>
      </div>
      <QueryView query={threads} skeleton={<SkeletonLines count={5} />}>
        {({ threads: list }) => (
          <ul className={classes.threads}>
            {list.length === 0 && <li className={classes.none}>{t('none')}</li>}
            {list.map((thread) => (
              <li key={thread.id}>
                <AppLink
                  className={classes.thread}
                  href={hrefOf(`/chat/${thread.id}`)}
                  aria-current={thread.id === threadId ? 'page' : undefined}
                >
                  <span className={classes.title}>{thread.title || t('untitled')}</span>
                  <ThreadMark thread={thread} />
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </nav>
  );
}

function ThreadMark({ thread }: { thread: ChatThread }) {
  const { t } = useTranslation('assistant');
  if (thread.isAnswering) return <Icon name="clock" size={14} />;
  if (!thread.isMine) return <span className={classes.mark}>{thread.owner}</span>;
  if (thread.isShared) return <span className={classes.mark}>{t('shared')}</span>;
  return null;
}
