import { type ApiKey, apiKeyRoutes, type KeySecret } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { SimpleTable } from '#ui/simple-table.tsx';
import classes from './key-table.module.css';
import { refreshKeys } from './followers.ts';
import { Problem } from './problem.tsx';

type SecretsTableProps = { project: Project; apiKey: ApiKey; isOwn: boolean };

/** Each with its own last use: so one sees who still sends the older one. */
export function SecretsTable({ project, apiKey, isOwn }: SecretsTableProps) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  return (
    <SimpleTable
      stacks
      label={t('secrets.title')}
      rows={apiKey.secrets}
      rowKey={({ id }) => id}
      columns={[
        { key: 'hint', header: t('secrets.ending'), render: ({ hint }) => <code>…{hint}</code> },
        { key: 'made', header: t('secrets.made'), render: (one) => formats.date(one.createdAt) },
        {
          key: 'used',
          header: t('table.used'),
          render: (one) =>
            one.lastUsedAt === null ? (
              t('never')
            ) : (
              <span>
                {formats.ago(one.lastUsedAt)}
                <span className={classes.line}>{one.lastAddress}</span>
              </span>
            ),
        },
        {
          key: 'ends',
          header: t('secrets.ends'),
          render: (one) =>
            one.endsAt === null ? t('secrets.withKey') : formats.dateTime(one.endsAt),
        },
        {
          key: 'actions',
          header: t('actions'),
          render: (one) =>
            isOwn && one.endsAt !== null && <EndNow project={project} apiKey={apiKey} one={one} />,
        },
      ]}
    />
  );
}

type EndNowProps = { project: Project; apiKey: ApiKey; one: KeySecret };

function EndNow({ project, apiKey, one }: EndNowProps) {
  const { t } = useTranslation('api-keys');
  const end = useMutation({
    mutationFn: () =>
      api.call(apiKeyRoutes.endSecret, {
        params: { projectId: project.id, keyId: apiKey.id, secretId: one.id },
      }),
    onSettled: () => refreshKeys(project.id),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={end.isPending}
        aria-label={t('secrets.endNamed', { hint: one.hint })}
        onClick={() => end.mutate()}
      >
        {t('secrets.endNow')}
      </Button>
      <Problem error={end.error} />
    </>
  );
}
