import { can } from '@causeway/contract/access.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { Icon } from '#ui/icon.tsx';
import type { Source } from '../tables-query.ts';

const NewTableDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('../changes/new-table-dialog.tsx'),
    loadTexts(['structure']),
  ]);
  return dialog;
});

type NewTableProps = { source: Source; schema: string; connector: Connector };

/** For who may write, where it may be written. */
export function NewTable({ source, schema, connector }: NewTableProps) {
  const { t } = useTranslation('tables');
  const { project } = useCurrentProject();
  const [isOpen, setIsOpen] = useState(false);
  if (!project || !can(project.role, 'sql.write') || connector.settings?.readOnly) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
        {t('tables.new')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewTableDialog source={source} schema={schema} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
