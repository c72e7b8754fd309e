import { useTranslation } from 'react-i18next';
import { ArtifactView } from '#domain/artifacts/artifact-view.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import classes from './artifacts-page.module.css';
import { DebugLayout } from './debug-layout.tsx';
import { runSql } from './run-sql.ts';
import { sampleArtifacts } from './sample-artifacts.ts';

/** NAV-6: every kind of artifact, with sample data. */
export default function ArtifactsPage() {
  const { t } = useTranslation('debug');
  const { connector } = useCurrentProject();
  return (
    <DebugLayout
      current="/_debug/artifacts"
      title={t('artifacts.title')}
      line={t('artifacts.line')}
    >
      <ul className={classes.list}>
        {sampleArtifacts.map((artifact) => (
          <li key={JSON.stringify(artifact)} className={classes.item}>
            <code className={classes.kind}>{artifact.kind}</code>
            <ArtifactView
              artifact={artifact}
              onRunSql={(sql) => runSql(sql, connector?.id ?? null)}
            />
          </li>
        ))}
      </ul>
    </DebugLayout>
  );
}
