import { can } from '@causeway/contract/access.ts';
import { DEFAULT_SCHEMA, type TableName } from '@causeway/contract/tables/names.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';

/** Leads to the import, into a table or a new one; nothing for who may not write. */
export function ImportLink({ into }: { into?: TableName }) {
  const { t } = useTranslation('domain');
  const { project } = useCurrentProject();
  const scopedHref = useScopedHref();
  if (!project || !can(project.role, 'sql.write')) return null;
  const search = into
    ? `&${new URLSearchParams({
        ...(into.schema !== DEFAULT_SCHEMA && { schema: into.schema }),
        table: into.table,
      })}`
    : '';
  return (
    <Button
      component={AppLink}
      href={scopedHref('/explore/import') + search}
      variant="default"
      leftSection={<Icon name="upload" />}
    >
      {t(into ? 'transfers.importRows' : 'transfers.importFile')}
    </Button>
  );
}
