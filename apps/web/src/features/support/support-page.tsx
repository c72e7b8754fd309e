import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SupportPlace } from '#domain/support/support-place.tsx';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** The same as in the corner, with an address: where mails and the inbox lead to. */
export default function SupportPage() {
  const { t } = useTranslation('support');
  const openHref = useOpenHref();
  const { thread, show } = useSearch({ strict: false }) as { thread?: unknown; show?: unknown };
  return (
    <PageFrame>
      <PageHeader title={t('title')} line={t('pageLine')} />
      <SupportPlace
        shown={{ ...(typeof thread === 'string' && { threadId: thread }), isNew: show === 'new' }}
        canTakePicture={false}
        onShow={({ threadId, isNew }) => {
          if (threadId) openHref(`/support?thread=${threadId}`);
          else openHref(isNew ? '/support?show=new' : '/support');
        }}
      />
    </PageFrame>
  );
}
