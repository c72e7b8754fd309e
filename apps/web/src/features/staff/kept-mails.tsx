import { staffRoutes } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { useSearchField } from './search-field.tsx';
import classes from './staff.module.css';

export function KeptMails() {
  const { t } = useTranslation('staff');
  const { search, field } = useSearchField(t('mails.search'));
  return (
    <>
      {field}
      <Mails search={search} />
    </>
  );
}

function Mails({ search }: { search: string }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const mails = useInfiniteQuery({
    queryKey: ['staff', 'mails', search],
    queryFn: ({ pageParam, signal }) => {
      const query = { search, ...(pageParam && { cursor: pageParam }) };
      return api.call(staffRoutes.mails, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (mails.isPending) return <SkeletonLines count={6} />;
  if (mails.isError) {
    return <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />;
  }
  const items = mails.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && search !== '') {
    return <p className={classes.nothing}>{t('mails.nothing')}</p>;
  }
  if (items.length === 0) {
    return <EmptyState icon="mail" title={t('mails.none')} line={t('mails.noneLine')} />;
  }
  return (
    <>
      <div className={classes.mails}>
        {items.map((mail) => (
          <details key={mail.id} className={classes.mail}>
            <summary className={classes.summary}>
              <span className={classes.subject}>{mail.subject}</span>
              <span className={classes.to}>{mail.to}</span>
              <time dateTime={mail.createdAt} className={classes.time}>
                {formats.dateTime(mail.createdAt)}
              </time>
            </summary>
            <pre className={classes.text}>{mail.text}</pre>
          </details>
        ))}
      </div>
      {mails.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={mails.isFetchingNextPage}
          onClick={() => void mails.fetchNextPage()}
        >
          {t('mails.more')}
        </Button>
      )}
    </>
  );
}
