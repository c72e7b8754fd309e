import { inboxRoutes, type MailTime } from '@causeway/contract/inbox/inbox.ts';
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
 * The links of a mail lead here, whether somebody is signed in or not. It takes one press of a
 * button: programs that look through mails open links too, and must not end anybody's mails.
 */
export default function UnsubscribePage() {
  const { t, i18n } = useTranslation('guest');
  const { token, mail } = useSearch({ strict: false }) as { token?: unknown; mail?: unknown };
  const choose = useMutation({
    mutationFn: (wanted: MailTime) =>
      api.call(inboxRoutes.unsubscribe, { body: { token: String(token ?? ''), mail: wanted } }),
  });
  const settings = <AppLink href="/account/notifications">{t('unsubscribe.settings')}</AppLink>;
  if (choose.data) {
    const texts = inboxTexts[i18n.language === 'de' ? 'de' : 'en'];
    const names = choose.data.kinds.map((kind) => texts[kind].setting).join(', ');
    return (
      <GuestCard
        title={t(`unsubscribe.doneTitle.${choose.variables}`)}
        line={`${t('unsubscribe.doneLine')} ${names}`}
        footer={settings}
      >
        <Button component={AppLink} href="/" variant="default" fullWidth>
          {t('unsubscribe.home')}
        </Button>
        {choose.variables !== 'now' && (
          <Button variant="subtle" fullWidth onClick={() => choose.mutate('now')}>
            {t('unsubscribe.again')}
          </Button>
        )}
      </GuestCard>
    );
  }
  // What the link was about comes first.
  const offered = mail === 'daily' ? (['daily', 'never'] as const) : (['never', 'daily'] as const);
  return (
    <GuestCard title={t('unsubscribe.title')} line={t('unsubscribe.line')} footer={settings}>
      <Failure error={choose.error} />
      {offered.map((time, at) => (
        <Button
          key={time}
          variant={at === 0 ? 'filled' : 'default'}
          fullWidth
          loading={choose.isPending && choose.variables === time}
          onClick={() => choose.mutate(time)}
        >
          {t(`unsubscribe.${time}`)}
        </Button>
      ))}
    </GuestCard>
  );
}
