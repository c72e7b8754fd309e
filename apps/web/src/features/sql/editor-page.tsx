import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChooseDatabase } from '#domain/connectors/choose-database.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Editor } from './editor.tsx';
import { SnapshotPage } from './snapshots/snapshot-page.tsx';
import { tabsQuery } from './tabs/use-tabs.ts';
import { useEditorSearch } from './use-editor-search.ts';

export default function EditorPage() {
  const { project, connector } = useCurrentProject();
  const { snapshot, versus } = useEditorSearch();
  if (!project || !connector) {
    return (
      <PageFrame>
        <ChooseDatabase />
      </PageFrame>
    );
  }
  if (snapshot) {
    return (
      <SnapshotPage
        key={`${snapshot} ${versus}`}
        connectorId={connector.id}
        snapshotId={snapshot}
        versusId={versus}
      />
    );
  }
  return <LoadedEditor key={connector.id} projectId={project.id} connector={connector} />;
}

type LoadedEditorProps = { projectId: string; connector: Connector };

function LoadedEditor({ projectId, connector }: LoadedEditorProps) {
  const { t } = useTranslation('sql');
  const tabs = useQuery(tabsQuery(connector.id));
  return (
    <>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <QueryView query={tabs}>
        {(listed) => <Editor projectId={projectId} connector={connector} listed={listed} />}
      </QueryView>
    </>
  );
}
