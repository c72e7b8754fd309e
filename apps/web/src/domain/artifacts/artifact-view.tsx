import type { Artifact } from '@causeway/contract/artifacts.ts';
import type { ReactNode } from 'react';
import { LinkCard } from '#domain/link-card/link-card.tsx';
import { ChartArtifact } from './chart-artifact.tsx';
import { FileArtifact } from './file-artifact.tsx';
import { SqlArtifact, type SqlAnswer } from './sql-artifact.tsx';
import { TableArtifact } from './table-artifact.tsx';

type ArtifactViewProps = {
  artifact: Artifact;
  onRunSql: (sql: string) => Promise<SqlAnswer>;
  /** What more can be done with a statement, as it was edited. */
  renderSqlActions?: (sql: string) => ReactNode;
};

export function ArtifactView({ artifact, onRunSql, renderSqlActions }: ArtifactViewProps) {
  switch (artifact.kind) {
    case 'sql':
      return <SqlArtifact artifact={artifact} onRun={onRunSql} renderActions={renderSqlActions} />;
    case 'chart':
      return <ChartArtifact artifact={artifact} />;
    case 'table':
      return <TableArtifact artifact={artifact} />;
    case 'link':
      return <LinkCard href={artifact.href} />;
    default:
      return <FileArtifact artifact={artifact} />;
  }
}
