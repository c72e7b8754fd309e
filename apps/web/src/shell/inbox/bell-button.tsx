import { MOST_UNREAD } from '@causeway/contract/inbox/inbox.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { latestQuery } from '#domain/inbox/inbox-query.ts';
import { isShownAt, markRead } from '#domain/inbox/read-entries.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';
import classes from './bell-button.module.css';

/** How much the person was told and has not read. */
export function BellButton() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(latestQuery);
  const unread = data?.unread ?? 0;
  useReadingOfWhatIsShown();
  return (
    <OnDemand
      load={loadList}
      props={{}}
      trigger={
        <button
          type="button"
          className={classes.button}
          aria-label={t('inbox.open', { count: unread })}
          aria-haspopup="dialog"
          title={t('inbox.title')}
        >
          <Icon name="bell" size={18} />
          {unread > 0 && (
            <span
              className={classes.count}
              data-count={unread < MOST_UNREAD ? unread : `${MOST_UNREAD - 1}+`}
            />
          )}
        </button>
      }
    />
  );
}

async function loadList() {
  const [list] = await Promise.all([import('./bell-list.tsx'), loadTexts('inbox')]);
  return list;
}

/** Who looks at what an entry is about has seen it. */
function useReadingOfWhatIsShown(): void {
  const { data } = useQuery(latestQuery);
  const { impersonator } = useCurrentUser();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  useEffect(() => {
    if (impersonator) return undefined;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      const seen = data?.items.filter(
        ({ readAt, link, approval }) => readAt === null && !approval && isShownAt(link, href),
      );
      markRead(seen ?? []);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [data, href, impersonator]);
}
