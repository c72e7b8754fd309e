import { useTranslation } from 'react-i18next';
import { ChooseDatabase } from '#domain/connectors/choose-database.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ReplaceInFiles } from './files/replace-in-files.tsx';
import { ReplaceInTable } from './replace-in-table.tsx';

/** Find and replace in the rows of a table or the files of a bucket: nothing changes before it was seen. */
export default function ReplacePage() {
  const { t } = useTranslation('replace');
  const { project, connector } = useCurrentProject();
  const isBucket = connector !== undefined && connector.implementation !== 'sql';
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t(isBucket ? 'lineOfFiles' : 'line')} />
      {!project || !connector ? (
        <ChooseDatabase />
      ) : isBucket ? (
        <ReplaceInFiles key={connector.id} connector={connector} />
      ) : (
        <ReplaceInTable key={connector.id} projectId={project.id} connector={connector} />
      )}
    </PageFrame>
  );
}
