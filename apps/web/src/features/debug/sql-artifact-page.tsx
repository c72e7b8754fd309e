import { useTranslation } from 'react-i18next';
import { SqlArtifact } from '#domain/artifacts/sql-artifact.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { DebugLayout } from './debug-layout.tsx';
import { runSql } from './run-sql.ts';
import { sampleSql } from './sample-artifacts.ts';

/** NAV-6: a SQL artifact that runs on the current connector. */
export default function SqlArtifactPage() {
  const { t } = useTranslation('debug');
  const { connector } = useCurrentProject();
  return (
    <DebugLayout
      current="/_debug/sql-artifact"
      title={t('sql.title')}
      line={
        connector ? t('sql.line', { connector: connector.name }) : t('sql.lineWithoutConnector')
      }
    >
      <SqlArtifact artifact={sampleSql} onRun={(sql) => runSql(sql, connector?.id ?? null)} />
    </DebugLayout>
  );
}
