import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { inboxTexts } from '@causeway/contract/inbox/texts.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';

/**
 * The link of a mail leads here, whether somebody is signed in or not. It takes one press of a
 * button: programs that look through mails open links too, and must not end anybody's mails.
 */
export default function UnsubscribePage() {
  const { t, i18n } = useTranslation('guest');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const stop = useMutation({
    mutationFn: () => api.call(inboxRoutes.unsubscribe, { body: { token: String(token ?? '') } }),
  });
  const settings = <AppLink href="/account/notifications">{t('unsubscribe.settings')}</AppLink>;
  if (stop.data) {
    const texts = inboxTexts[i18n.language === 'de' ? 'de' : 'en'];
    const names = stop.data.kinds.map((kind) => texts[kind].setting).join(', ');
    return (
      <GuestCard
        title={t('unsubscribe.doneTitle')}
        line={`${t('unsubscribe.doneLine')} ${names}`}
        footer={settings}
      >
        <Button component={AppLink} href="/" variant="default" fullWidth>
          {t('unsubscribe.home')}
        </Button>
      </GuestCard>
    );
  }
  return (
    <GuestCard
      title={t('unsubscribe.title')}
      line={t('unsubscribe.line')}
      onSubmit={() => stop.mutate()}
      footer={settings}
    >
      <Failure error={stop.error} />
      <Button type="submit" fullWidth loading={stop.isPending}>
        {t('unsubscribe.submit')}
      </Button>
    </GuestCard>
  );
}
