import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { usePageSubject } from '#platform/page-subject.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { ConversationView } from './conversation-view.tsx';
import classes from './docked-assistant.module.css';
import { keepFirstQuestion } from './first-question.ts';
import { NewConversation } from './new-conversation.tsx';
import { offersFor, pageContextOf, type Suggestion } from './page-context.ts';
import { threadQuery, threadsQuery } from './threads-query.ts';
import type { NewAsking } from './use-conversation.ts';

/** The assistant beside a page: it is told where somebody is, and offers what fits there. */
export function DockedAssistant() {
  const { t } = useTranslation('assistant');
  const { project, connector } = useCurrentProject();
  const isChat = useLocation({ select: ({ pathname }) => /^\/chat(\/|$)/.test(pathname) });
  // Two fields for the same questions would be one too many.
  if (isChat) return <p className={classes.here}>{t('isHere')}</p>;
  if (project) return <Docked key={project.id} project={project} connector={connector} />;
  return <EmptyState icon="sparkles" title={t('noProject.title')} line={t('noProject.line')} />;
}

type DockedProps = { project: Project; connector: Connector | undefined };

function Docked({ project, connector }: DockedProps) {
  const { t } = useTranslation('assistant');
  // Kept while the tab is open: what was asked is still there after a reload.
  const [kept, setThreadId] = useSessionStorage({
    key: `causeway.docked.${project.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const shown = useQuery({ ...threadQuery(project.id, kept), enabled: kept !== '', retry: false });
  const threadId = shown.isError ? '' : kept;
  const page = usePage(connector);
  const { data: listed } = useQuery(threadsQuery(project.id));
  const offers = offersFor(
    page,
    listed?.model.kind !== 'project' && listed?.model.kind !== 'operator',
  );
  const suggestions = offers.map((offer): Suggestion => {
    const { name, ...rest } = offer;
    return { text: t(`offers.${name}`, rest), isBegun: 'isBegun' in offer };
  });
  const begin = useMutation({
    mutationFn: async ({ connectorId, level, ...asking }: NewAsking) => {
      const thread = await api.call(assistantRoutes.create, {
        params: { projectId: project.id },
        body: { connectorId, ...(level && { level }) },
      });
      keepFirstQuestion(thread.id, { ...asking, page });
      setThreadId(thread.id);
    },
    onError: notifyError,
  });
  const connectorId = connector?.implementation === 'sql' ? connector.id : null;
  return (
    <div className={classes.docked}>
      {threadId !== '' && (
        <div className={classes.bar}>
          <span className={classes.title}>{shown.data?.thread.title}</span>
          <Tooltip label={t('openInChat')}>
            <ActionIcon
              size={26}
              component={AppLink}
              href={scopedHref(`/chat/${threadId}`, project, connector)}
              aria-label={t('openInChat')}
            >
              <Icon name="external" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('newLong')}>
            <ActionIcon size={26} aria-label={t('newLong')} onClick={() => setThreadId('')}>
              <Icon name="plus" />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      {threadId === '' ? (
        <NewConversation
          // What is typed is about the connector one looks at.
          key={connectorId ?? 'none'}
          project={project}
          connectorId={connectorId}
          suggestions={suggestions}
          isCompact
          onAsk={begin.mutate}
        />
      ) : (
        <ConversationView
          key={threadId}
          project={project}
          threadId={threadId}
          page={page}
          suggestions={suggestions}
          isCompact
        />
      )}
    </div>
  );
}

function usePage(connector: Connector | undefined) {
  // As it is written in the address; the router hides parts of it from itself.
  const pathname = useLocation({ select: ({ publicHref }) => publicHref.split('?')[0] ?? '' });
  const schema = useLocation({ select: ({ search }) => (search as { schema?: string }).schema });
  const subject = usePageSubject();
  const isDatabase = connector?.implementation === 'sql';
  return pageContextOf({ pathname, search: { schema }, ...subject, isDatabase });
}
