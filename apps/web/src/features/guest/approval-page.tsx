import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';

/**
 * The link of a mail that asks for approval leads here, whether somebody is signed in or not. Opening
 * it decides nothing: programs that look through mails open links too.
 */
export default function ApprovalPage() {
  const { t, i18n } = useTranslation('guest');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const body = { token: String(token ?? '') };
  const asked = useQuery({
    queryKey: ['asked', body.token],
    queryFn: ({ signal }) => api.call(inboxRoutes.asked, { body }, { signal }),
    retry: false,
  });
  const answer = useMutation({
    mutationFn: (isAccepted: boolean) =>
      api.call(inboxRoutes.answerAsked, { body: { ...body, isAccepted } }),
    // Somebody was quicker, or it is not asked any more: then that is what there is to show.
    onError: () => asked.refetch(),
  });
  const entry = answer.data ?? asked.data;
  const footer = <AppLink href="/inbox">{t('approval.inbox')}</AppLink>;
  if (!entry) {
    return (
      <GuestCard title={t('approval.title')} footer={footer}>
        {asked.error ? <Failure error={asked.error} /> : <SkeletonLines count={3} />}
      </GuestCard>
    );
  }
  const { title, body: question } = sayInbox(entry, i18n.language === 'de' ? 'de' : 'en');
  const outcome = entry.approval?.outcome ?? null;
  return (
    <GuestCard title={title} line={question || undefined} footer={footer}>
      {outcome === null && <Failure error={answer.error} />}
      {outcome === null ? (
        <Group grow>
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(false)}>
            {t('approval.decline')}
          </Button>
          <Button loading={answer.isPending} onClick={() => answer.mutate(true)}>
            {t('approval.accept')}
          </Button>
        </Group>
      ) : (
        <output>
          {t(`approval.outcome.${outcome}`, {
            name: entry.approval?.answeredBy ?? t('approval.somebody'),
          })}
        </output>
      )}
    </GuestCard>
  );
}
