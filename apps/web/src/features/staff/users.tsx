import { staffRoutes } from '@causeway/contract/staff.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AccountState } from './account-state.tsx';
import { ActAs } from './act-as.tsx';
import { useSearchField } from './search-field.tsx';
import classes from './staff.module.css';

export function Users() {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { id: ownId } = useCurrentUser();
  const { search, field } = useSearchField(t('users.search'));
  const users = useQuery({
    queryKey: ['staff', 'users', search],
    queryFn: ({ signal }) => api.call(staffRoutes.users, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {field}
      <QueryView
        query={users}
        skeleton={<SkeletonTable rows={6} columns={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.nothing}>{t('users.nothing')}</p>}
      >
        {({ items }) => (
          <SimpleTable
            stacks
            label={t('users.title')}
            rows={items}
            rowKey={(user) => user.id}
            columns={[
              {
                key: 'name',
                header: t('users.name'),
                wraps: true,
                render: (user) => (
                  <span className={classes.person}>
                    <PersonMark name={user.name} avatar={user.avatar} size={20} />
                    <AppLink href={`/staff/users/${user.id}`}>{user.name}</AppLink>
                  </span>
                ),
              },
              { key: 'email', header: t('users.email'), wraps: true, render: (user) => user.email },
              {
                key: 'state',
                header: t('users.state'),
                render: (user) => <AccountState account={user} />,
              },
              {
                key: 'since',
                header: t('users.since'),
                render: (user) => formats.date(user.createdAt),
              },
              {
                key: 'act',
                header: t('users.actions'),
                render: (user) => user.id !== ownId && <ActAs account={user} />,
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
