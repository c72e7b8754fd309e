import type { Artifact } from '@causeway/contract/artifacts.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { ArtifactView } from '#domain/artifacts/artifact-view.tsx';
import { api } from '#platform/api/api.ts';
import { type Drawn, SqlActions } from './sql-actions.tsx';

const MOST_ROWS = 200;

type AnswerArtifactProps = {
  artifact: Artifact;
  projectId: string;
  /** What it answers. */
  question: string | undefined;
  drawn: Drawn;
};

/** An artifact in a thread: a statement runs, opens, is pinned and automated from where it stands. */
export function AnswerArtifact({ artifact, projectId, question, drawn }: AnswerArtifactProps) {
  const connectorId = artifact.kind === 'sql' ? artifact.connectorId : undefined;
  const run = async (sql: string) => {
    if (connectorId === undefined) throw new Error('No database is chosen.');
    const body = { sql, connector: { id: connectorId }, rowLimit: MOST_ROWS };
    const { fields, rows } = await api.call(sqlRoutes.read, { body });
    return { fields, rows };
  };
  return (
    <ArtifactView
      artifact={artifact}
      onRunSql={run}
      renderSqlActions={(sql) =>
        connectorId !== undefined &&
        artifact.kind === 'sql' && (
          <SqlActions
            statement={{ projectId, connectorId, title: artifact.title, sql, drawn }}
            question={question}
          />
        )
      }
    />
  );
}
