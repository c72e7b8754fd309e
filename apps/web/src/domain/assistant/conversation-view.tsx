import {
  assistantRoutes,
  type ChatMessage,
  type PageContext,
} from '@causeway/contract/assistant/threads.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import { beginningOf, Composer } from './composer.tsx';
import classes from './conversation-view.module.css';
import { takeFirstQuestion } from './first-question.ts';
import { MessageList } from './message-list.tsx';
import { MessageRow } from './message-row.tsx';
import { Choices, textOf } from './message-view.tsx';
import type { Suggestion } from './page-context.ts';
import { refreshThread, threadsQuery } from './threads-query.ts';
import { sourceNames } from './source-name.ts';
import { useFirstSuggestions } from './use-first-suggestions.ts';
import { type Asking, useConversation } from './use-conversation.ts';

type ConversationViewProps = {
  project: Project;
  threadId: string;
  page?: PageContext | undefined;
  /** Without, they are about the database of the thread. */
  suggestions?: Suggestion[];
  isCompact?: true;
};

/** A thread: its messages, newest at the end, and the field below them. */
export function ConversationView(props: ConversationViewProps) {
  const { project, threadId, page, isCompact } = props;
  const { t, i18n } = useTranslation('assistant');
  const language = i18n.language.startsWith('de') ? 'de' : 'en';
  const conversation = useConversation(project.id, threadId, language);
  const { thread, branch, messages, isAnswering, error, unsent } = conversation;
  const { arriving, arrivingId } = conversation;
  const first = useFirstSuggestions(project.id, thread?.connectorId ?? null);
  const suggestions = props.suggestions ?? first;
  const { data: listed } = useQuery(threadsQuery(project.id));
  const [edited, setEdited] = useState<ChatMessage>();
  const [begun, setBegun] = useState<string>();
  // What fits the page is offered anew where somebody has gone on since they asked.
  const here = JSON.stringify([page?.path, page?.error, page?.findingId]);
  // A page that was opened anew is offered anew, too.
  const [askedAt, setAskedAt] = useState(isCompact ? '' : here);
  const isElsewhere = isCompact === true && askedAt !== here;
  const isReady = thread !== undefined;

  useEffect(() => {
    const first = isReady ? takeFirstQuestion(threadId) : undefined;
    if (first) void conversation.ask(first);
    // Once, when the thread is there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);

  const place = useMemo(() => ({ projectId: project.id, threadId }), [project.id, threadId]);
  const change = async (body: Parameters<typeof update>[1]) => {
    await update(place, body);
    await refreshThread(project.id, threadId);
  };
  const ask = (asking: Asking) => {
    setEdited(undefined);
    setBegun(undefined);
    setAskedAt(here);
    void conversation.ask({ ...asking, page });
  };
  const isMine = thread?.isMine ?? false;
  const draft = edited ? textOf(edited.parts) : begun && beginningOf(begun);
  // A message whose properties are the same is not drawn again, whatever happens around it.
  const { choose, show, retry } = useHandlers({
    choose: (text: string) => ask({ text }),
    show: (leafId: string) => void change({ leafId }),
    retry: (answer: ChatMessage) => {
      const asked = messages.find(({ id }) => id === answer.parentId);
      if (!asked) return;
      const { parentId, mentions } = asked;
      ask({ text: textOf(asked.parts), parentId, mentions });
    },
  });

  return (
    <div className={classes.conversation}>
      <MessageList branch={branch} isArriving={isAnswering}>
        {(message) => {
          const row = {
            message,
            messages,
            place,
            isMine,
            onChoose: choose,
            onEdit: setEdited,
            ...(!isAnswering && { onRetry: retry }),
            onShow: show,
          };
          return (
            <MessageRow {...row} arriving={message.id === arrivingId ? arriving : undefined} />
          );
        }}
      </MessageList>
      <div className={classes.foot}>
        {error !== undefined && (
          <p className={classes.error} role="alert">
            {errorText((error as Error).cause ?? error)}
          </p>
        )}
        {(branch.length === 0 || isElsewhere) &&
          isMine &&
          !isAnswering &&
          suggestions.length > 0 && (
            <Choices
              label={isCompact ? '' : t('try')}
              items={suggestions.map(({ text }) => text)}
              onChoose={(text) => {
                const isBegun = suggestions.some((one) => one.isBegun && one.text === text);
                if (isBegun) setBegun(text);
                else ask({ text });
              }}
            />
          )}
        {thread && thread.sources.length > 0 && (
          <p className={classes.sources}>
            {t('hasRead', { names: sourceNames(t, thread.sources) })}
          </p>
        )}
        {thread && isMine && (
          <Composer
            key={edited?.id ?? begun ?? 'new'}
            unsent={unsent}
            projectId={project.id}
            connectors={project.connectors}
            connectorId={thread.connectorId}
            level={thread.level}
            mostLevel={listed?.mostLevel}
            model={listed?.model}
            isAnswering={isAnswering}
            {...(draft !== undefined && { draft })}
            onConnector={(connectorId) => void change({ connectorId })}
            onLevel={(level) => void change({ level })}
            onAsk={(text, mentions) =>
              ask({ text, mentions, ...(edited && { parentId: edited.parentId }) })
            }
            onStop={() => void conversation.stop()}
          />
        )}
        {thread && !isMine && (
          <p className={classes.sources}>{t('sharedBy', { name: thread.owner })}</p>
        )}
      </div>
    </div>
  );
}

function update(
  params: { projectId: string; threadId: string },
  body: Parameters<typeof api.call<typeof assistantRoutes.update>>[1] extends infer Input
    ? Input extends { body: infer Body }
      ? Body
      : never
    : never,
) {
  return api.call(assistantRoutes.update, { params, body });
}
