import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { isOfConnection } from '#ui/error-parts.ts';

/** Where a connection is tested and mended, if that is why something can't be shown. */
export function ToConnector({ error }: { error: unknown }) {
  const { t } = useTranslation('domain');
  const { connector } = useCurrentProject();
  if (!connector || !isOfConnection(error)) return null;
  return (
    <Button component={AppLink} href={`/settings/connectors/${connector.id}`} variant="default">
      {t('toConnector')}
    </Button>
  );
}
