import { staffRoutes } from '@causeway/contract/staff.ts';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { impersonate } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import classes from './staff.module.css';

export function Users() {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { id: ownId } = useCurrentUser();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const users = useQuery({
    queryKey: ['staff', 'users', search],
    queryFn: ({ signal }) => api.call(staffRoutes.users, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const act = useMutation({
    mutationFn: (id: string) => impersonate(id, reason.trim() || undefined),
  });
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          label={t('users.search')}
          leftSection={<Icon name="search" />}
          className={classes.grow}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          label={t('users.reason')}
          placeholder={t('users.reasonExample')}
          className={classes.grow}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      {act.error && (
        <p role="alert" className={classes.problem}>
          {errorText(act.error)}
        </p>
      )}
      <QueryView
        query={users}
        skeleton={<SkeletonTable rows={6} columns={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.nothing}>{t('users.nothing')}</p>}
      >
        {({ items }) => (
          <SimpleTable
            label={t('users.title')}
            rows={items}
            rowKey={(user) => user.id}
            columns={[
              { key: 'name', header: t('users.name'), render: (user) => user.name },
              { key: 'email', header: t('users.email'), render: (user) => user.email },
              {
                key: 'state',
                header: t('users.state'),
                render: (user) => (
                  <StatusDot
                    tone={user.verified ? 'good' : 'changed'}
                    label={t(
                      user.staff
                        ? 'users.staff'
                        : user.verified
                          ? 'users.verified'
                          : 'users.unverified',
                    )}
                  />
                ),
              },
              {
                key: 'since',
                header: t('users.since'),
                render: (user) => formats.date(user.createdAt),
              },
              {
                key: 'act',
                header: t('users.actions'),
                render: (user) =>
                  user.id !== ownId && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('users.actNamed', { name: user.name })}
                      loading={act.isPending && act.variables === user.id}
                      onClick={() => act.mutate(user.id)}
                    >
                      {t('users.act')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
