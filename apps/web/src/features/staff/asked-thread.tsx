import { staffSupportRoutes } from '@causeway/contract/support.ts';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Messages } from '#domain/support/messages.tsx';
import { supportKey } from '#domain/support/support-followers.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './staff.module.css';

/** A thread with where it was asked, and the answer. */
export function AskedThreadView({ threadId }: { threadId: string }) {
  const { t } = useTranslation('staff');
  const thread = useQuery({
    queryKey: ['staff', ...supportKey, 'thread', threadId],
    queryFn: ({ signal }) =>
      api.call(staffSupportRoutes.show, { params: { threadId } }, { signal }),
  });
  return (
    <section className={classes.supportThread} aria-label={t('support.thread')}>
      <QueryView query={thread} skeleton={<SkeletonLines count={6} />}>
        {({ person, page, build, requestId, messages, state, subject }) => (
          <div className={classes.stack}>
            <AppLink href={`/staff/support?state=${state}`} className={classes.backToList}>
              {t('support.back')}
            </AppLink>
            <div>
              <h2 className={classes.accountName}>{subject}</h2>
              <p className={classes.line}>
                <AppLink href={`/staff/users/${person.id}`}>{person.email}</AppLink>
                {' · '}
                {t('support.where', { page, build })}
                {requestId && ` · ${t('support.request', { requestId })}`}
              </p>
            </div>
            <Messages messages={messages} side="staff" />
            <Answer key={messages.length} threadId={threadId} state={state} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

function Answer({ threadId, state }: { threadId: string; state: 'open' | 'closed' }) {
  const { t } = useTranslation('staff');
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const params = { threadId };
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['staff', ...supportKey] });
  const answer = useMutation({
    mutationFn: (close: boolean) =>
      api.call(staffSupportRoutes.answer, { params, body: { text: text.trim(), close } }),
    onSuccess: refetch,
  });
  const change = useMutation({
    mutationFn: () => {
      const next = state === 'open' ? 'closed' : 'open';
      return api.call(staffSupportRoutes.setState, { params, body: { state: next } });
    },
    onSuccess: refetch,
  });
  const problem = answer.error ?? change.error;
  const isEmpty = text.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isEmpty && !answer.isPending) answer.mutate(false);
  }
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Textarea
        label={t('support.answer')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problem && (
        <p role="alert" className={classes.problem}>
          {errorText(problem)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={isEmpty} loading={answer.isPending}>
          {t('support.send')}
        </Button>
        <Button
          variant="default"
          disabled={isEmpty}
          loading={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {t('support.sendAndClose')}
        </Button>
        <Button variant="subtle" loading={change.isPending} onClick={() => change.mutate()}>
          {t(state === 'open' ? 'support.close' : 'support.reopen')}
        </Button>
      </div>
    </form>
  );
}
