import { Button, Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';

/** For pages about rows, where no database is chosen: a bucket is, or there is none at all. */
export function ChooseDatabase() {
  const { t } = useTranslation('domain');
  const { project } = useCurrentProject();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const databases = (project?.connectors ?? []).filter(
    ({ implementation }) => implementation === 'sql',
  );
  if (databases.length === 0) {
    return (
      <EmptyState
        icon="plug"
        title={t('chooseDatabase.none')}
        line={t('chooseDatabase.noneLine')}
        action={
          <Button
            component={AppLink}
            href={scopedHref('/settings/connectors', project, project?.connectors[0])}
          >
            {t('chooseDatabase.add')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="database"
      title={t('chooseDatabase.title')}
      line={t('chooseDatabase.line')}
      action={
        <Group gap="xs" justify="center">
          {databases.map((database) => (
            <Button
              key={database.id}
              component={AppLink}
              variant="default"
              href={scopedHref(path, project, database)}
              leftSection={<Icon name="database" />}
            >
              {database.name}
            </Button>
          ))}
        </Group>
      }
    />
  );
}
