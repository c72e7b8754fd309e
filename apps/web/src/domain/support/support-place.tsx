import { supportRoutes, type SupportThread } from '@causeway/contract/support.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { Messages } from './messages.tsx';
import classes from './support.module.css';
import { supportKey } from './support-followers.ts';
import { threadQuery, threadsQuery } from './support-query.ts';
import { whereAsked } from './where-asked.ts';
import { WriteForm } from './write-form.tsx';

/** list, a thread, or a new one; who shows it keeps which. */
export type Shown = { threadId?: string; isNew?: boolean };
type SupportPlaceProps = {
  shown: Shown;
  onShow: (shown: Shown) => void;
  canTakePicture: boolean;
};

/** SHELL-5: what one asked, the answers, and the way to ask. */
export function SupportPlace({ shown, onShow, canTakePicture }: SupportPlaceProps) {
  if (shown.threadId) {
    return <Thread threadId={shown.threadId} onShow={onShow} canTakePicture={canTakePicture} />;
  }
  if (shown.isNew) return <NewThread onShow={onShow} canTakePicture={canTakePicture} />;
  return <Threads onShow={onShow} canTakePicture={canTakePicture} />;
}

type PartProps = Omit<SupportPlaceProps, 'shown'>;

function Threads({ onShow, canTakePicture }: PartProps) {
  const { t } = useTranslation('support');
  const threads = useQuery(threadsQuery);
  return (
    <QueryView
      query={threads}
      skeleton={<SkeletonLines count={4} />}
      empty={<NewThread onShow={onShow} canTakePicture={canTakePicture} isFirst />}
    >
      {(list) => (
        <div className={classes.stack}>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            onClick={() => onShow({ isNew: true })}
          >
            {t('ask')}
          </Button>
          <ul className={classes.threads}>
            {list.map((thread) => (
              <ThreadLine key={thread.id} thread={thread} onShow={onShow} />
            ))}
          </ul>
        </div>
      )}
    </QueryView>
  );
}

type ThreadLineProps = { thread: SupportThread; onShow: SupportPlaceProps['onShow'] };

function ThreadLine({ thread, onShow }: ThreadLineProps) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  const state = thread.state === 'closed' ? 'closed' : thread.lastBy;
  return (
    <li>
      <button
        type="button"
        className={classes.threadLine}
        data-unread={thread.isUnread || undefined}
        onClick={() => onShow({ threadId: thread.id })}
      >
        <span className={classes.subject}>{thread.subject}</span>
        <span className={classes.small}>
          {t(`states.${state}`)} · {formats.ago(thread.lastAt)}
        </span>
      </button>
    </li>
  );
}

function NewThread({ onShow, canTakePicture, isFirst }: PartProps & { isFirst?: boolean }) {
  const { t } = useTranslation('support');
  const queryClient = useQueryClient();
  return (
    <div className={classes.stack}>
      {!isFirst && <Back onShow={onShow} />}
      <p className={classes.small}>{t('line')}</p>
      <WriteForm
        label={t('question')}
        canTakePicture={canTakePicture}
        onSend={async (written) => {
          const body = { ...written, ...whereAsked() };
          const thread = await api.call(supportRoutes.ask, { body });
          queryClient.setQueryData(threadQuery(thread.id).queryKey, thread);
          await queryClient.invalidateQueries({ queryKey: threadsQuery.queryKey });
          onShow({ threadId: thread.id });
        }}
      />
    </div>
  );
}

function Thread({ threadId, onShow, canTakePicture }: PartProps & { threadId: string }) {
  const { t } = useTranslation('support');
  const queryClient = useQueryClient();
  const thread = useQuery(threadQuery(threadId));
  const isUnread = thread.data?.isUnread ?? false;
  useEffect(() => {
    if (!isUnread) return;
    void api
      .call(supportRoutes.markSeen, { params: { threadId } })
      .then(() => queryClient.invalidateQueries({ queryKey: supportKey }));
  }, [isUnread, threadId, queryClient]);
  return (
    <div className={classes.stack}>
      <Back onShow={onShow} />
      <QueryView query={thread} skeleton={<SkeletonLines count={4} />}>
        {({ messages, state }) => (
          <>
            <Messages messages={messages} side="person" />
            {state === 'closed' && <p className={classes.small}>{t('closedLine')}</p>}
            <WriteForm
              key={messages.length}
              label={t('answer')}
              canTakePicture={canTakePicture}
              onSend={async (body) => {
                const next = await api.call(supportRoutes.answer, { params: { threadId }, body });
                queryClient.setQueryData(threadQuery(threadId).queryKey, next);
              }}
            />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Back({ onShow }: Pick<SupportPlaceProps, 'onShow'>) {
  const { t } = useTranslation('support');
  return (
    <button type="button" className={classes.back} onClick={() => onShow({})}>
      <Icon name="arrowLeft" size={14} />
      {t('all')}
    </button>
  );
}
