import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConversationView } from '#domain/assistant/conversation-view.tsx';
import { keepFirstQuestion } from '#domain/assistant/first-question.ts';
import { NewConversation } from '#domain/assistant/new-conversation.tsx';
import type { NewAsking } from '#domain/assistant/use-conversation.ts';
import { api } from '#platform/api/api.ts';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import classes from './chat-page.module.css';
import { ThreadHead } from './thread-head.tsx';
import { ThreadList } from './thread-list.tsx';

export default function ChatPage() {
  const { t } = useTranslation('assistant');
  const { project, connector } = useCurrentProject();
  if (project) return <Chat key={project.id} project={project} connector={connector} />;
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <EmptyState icon="message" title={t('noProject.title')} line={t('noProject.line')} />
    </PageFrame>
  );
}

type ChatProps = { project: Project; connector: Connector | undefined };

function Chat({ project, connector }: ChatProps) {
  const { t } = useTranslation('assistant');
  const { id: threadId } = useParams({ strict: false }) as { id?: string };
  const openHref = useOpenHref();
  const hrefOf = (id: string) => scopedHref(`/chat/${id}`, project, connector);
  const begin = useMutation({
    mutationFn: async ({ connectorId, level, ...asking }: NewAsking) => {
      const body = { connectorId, ...(level && { level }) };
      const thread = await api.call(assistantRoutes.create, {
        params: { projectId: project.id },
        body,
      });
      keepFirstQuestion(thread.id, asking);
      openHref(hrefOf(thread.id));
    },
    onError: notifyError,
  });
  return (
    <div ref={fillPage} className={classes.chat} data-open={threadId !== undefined || undefined}>
      <ThreadList project={project} connector={connector} threadId={threadId} />
      <section className={classes.main} aria-label={t('conversation')}>
        {threadId === undefined ? (
          <NewConversation
            project={project}
            connectorId={connector?.implementation === 'sql' ? connector.id : null}
            onAsk={begin.mutate}
          />
        ) : (
          <>
            <ThreadHead project={project} connector={connector} threadId={threadId} />
            <ConversationView key={threadId} project={project} threadId={threadId} />
          </>
        )}
      </section>
    </div>
  );
}
