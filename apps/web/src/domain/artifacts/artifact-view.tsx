import type { Artifact } from '@causeway/contract/artifacts.ts';
import { LinkCard } from '#domain/link-card/link-card.tsx';
import { ChartArtifact } from './chart-artifact.tsx';
import { FileArtifact } from './file-artifact.tsx';
import { SqlArtifact, type SqlAnswer } from './sql-artifact.tsx';
import { TableArtifact } from './table-artifact.tsx';

type ArtifactViewProps = {
  artifact: Artifact;
  onRunSql: (sql: string) => Promise<SqlAnswer>;
};

export function ArtifactView({ artifact, onRunSql }: ArtifactViewProps) {
  switch (artifact.kind) {
    case 'sql':
      return <SqlArtifact artifact={artifact} onRun={onRunSql} />;
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
