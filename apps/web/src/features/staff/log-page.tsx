import { staffRoutes } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { StaffFrame } from './staff-frame.tsx';

/** TEAM-11: whoever looks after others is looked after, too. */
export default function LogPage() {
  return (
    <StaffFrame>
      <Acts />
    </StaffFrame>
  );
}

function Acts() {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { actName, fieldName, valueName } = useNames();
  const acts = useInfiniteQuery({
    queryKey: ['staff', 'acts'],
    queryFn: ({ pageParam, signal }) =>
      api.call(staffRoutes.acts, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (acts.isPending) return <SkeletonTable rows={8} columns={4} />;
  if (acts.isError) return <ErrorState error={acts.error} onRetry={() => void acts.refetch()} />;
  if (acts.data.pages[0]?.items.length === 0) {
    return <EmptyState icon="shield" title={t('log.none')} line={t('log.noneLine')} />;
  }
  return (
    <>
      <SimpleTable
        stacks
        label={t('log.title')}
        rows={acts.data.pages.flatMap((page) => page.items)}
        rowKey={({ id }) => id}
        columns={[
          { key: 'at', header: t('log.at'), render: ({ at }) => formats.moment(at) },
          { key: 'actor', header: t('log.who'), render: ({ actor }) => actor },
          { key: 'action', header: t('log.what'), render: ({ action }) => actName(action) },
          {
            key: 'target',
            wraps: true,
            header: t('log.target'),
            render: ({ target, targetName }) => targetName ?? target,
          },
          {
            key: 'details',
            wraps: true,
            header: t('log.details'),
            render: ({ details }) =>
              Object.entries(details)
                .map(([name, value]) => `${fieldName(name)}: ${valueName(name, String(value))}`)
                .join(', '),
          },
        ]}
      />
      {acts.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={acts.isFetchingNextPage}
          onClick={() => void acts.fetchNextPage()}
        >
          {t('log.more')}
        </Button>
      )}
    </>
  );
}

/** In words; what has none yet is named as it is stored. */
function useNames() {
  const { t, i18n } = useTranslation('staff');
  const nameOf = (key: string, stored: string) =>
    i18n.exists(`staff:${key}`) ? t(key as 'log.acts.staff-searched') : stored;
  return {
    actName: (action: string) => nameOf(`log.acts.${action.replace('.', '-')}`, action),
    fieldName: (field: string) => nameOf(`log.fields.${field}`, field),
    valueName: (field: string, value: string) =>
      field === 'among' ? nameOf(`log.lists.${value}`, value) : value,
  };
}
