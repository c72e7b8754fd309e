import { type AskedThread, staffSupportRoutes } from '@causeway/contract/support.ts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { supportKey } from '#domain/support/support-followers.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { AskedThreadView } from './asked-thread.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

/** TEAM-11: what people ask on the left, the one that is answered on the right. */
export default function SupportPage() {
  const { t } = useTranslation('staff');
  const openHref = useOpenHref();
  const search = useSearch({ strict: false }) as { thread?: unknown; state?: unknown };
  const state = search.state === 'closed' ? 'closed' : 'open';
  const threadId = typeof search.thread === 'string' ? search.thread : undefined;
  const threads = useQuery({
    queryKey: ['staff', ...supportKey, state],
    queryFn: ({ signal }) =>
      api.call(staffSupportRoutes.list, { query: { state, limit: 100 } }, { signal }),
  });
  return (
    <StaffFrame>
      <div className={classes.support} data-open={threadId !== undefined || undefined}>
        <div className={classes.supportList}>
          <SegmentedControl
            aria-label={t('support.which')}
            fullWidth
            value={state}
            data={(['open', 'closed'] as const).map((value) => ({
              value,
              label: t(`support.${value}`),
            }))}
            onChange={(value) => openHref(`/staff/support?state=${value}`)}
          />
          <QueryView
            query={threads}
            skeleton={<SkeletonLines count={6} />}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <EmptyState icon="message" title={t('support.none')} line={t('support.noneLine')} />
            }
          >
            {({ items }) => (
              <ul className={classes.threads}>
                {items.map((thread) => (
                  <ThreadLine
                    key={thread.id}
                    thread={thread}
                    isOpen={thread.id === threadId}
                    state={state}
                  />
                ))}
              </ul>
            )}
          </QueryView>
        </div>
        {threadId && <AskedThreadView key={threadId} threadId={threadId} />}
      </div>
    </StaffFrame>
  );
}

type ThreadLineProps = { thread: AskedThread; isOpen: boolean; state: 'open' | 'closed' };

function ThreadLine({ thread, isOpen, state }: ThreadLineProps) {
  const formats = useFormats();
  const { person } = thread;
  return (
    <li>
      <AppLink
        href={`/staff/support?state=${state}&thread=${thread.id}`}
        className={classes.thread}
        aria-current={isOpen || undefined}
        data-waiting={thread.lastBy === 'person' || undefined}
      >
        <PersonMark name={person.name} avatar={person.avatar} />
        <span className={classes.threadText}>
          <span className={classes.threadSubject}>{thread.subject}</span>
          <span className={classes.line}>
            {person.name} · {formats.ago(thread.lastAt)}
          </span>
        </span>
      </AppLink>
    </li>
  );
}
