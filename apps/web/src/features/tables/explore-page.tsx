import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { lazyPart } from '#platform/navigation/lazy-part.tsx';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { startReading } from './rows/start-reading.ts';
import { findTableName } from './table-name.ts';

/** Rows can be edited where they stand, so the words for that come with them. */
const TableViewPage = lazyPart(async () => {
  const [page] = await Promise.all([
    import('./table/table-view-page.tsx'),
    loadTexts(['edits', 'row-drafts', 'data-grid']),
  ]);
  return page;
});
const TablesView = lazyPart(() => import('./list/tables-view.tsx'));

// A link to a table needs the grid and its rows, and neither need wait until this page is rendered.
const isTable = location.pathname.startsWith('/explore/');
if (isTable) startReading(location);

/** What the address shows, so that the page comes with it. */
export function loadShown(): Promise<void> {
  return isTable ? TableViewPage.preload() : TablesView.preload();
}

export default function ExplorePage() {
  const { project, connector } = useCurrentProject();
  const path = useObjectPath();
  if (!project || !connector) return <NoConnector />;
  if (path.length === 0) {
    return (
      <Suspense fallback={null}>
        <TablesView key={connector.id} projectId={project.id} connector={connector} />
      </Suspense>
    );
  }
  const name = findTableName(path);
  if (!name) return <NoSuchTable path={path} />;
  return (
    <Suspense fallback={null}>
      <TableViewPage
        key={`${connector.id} ${path.join('/')}`}
        projectId={project.id}
        connector={connector}
        name={name}
      />
    </Suspense>
  );
}

function NoConnector() {
  const { t } = useTranslation('tables');
  const scopedHref = useScopedHref();
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <EmptyState
        icon="plug"
        title={t('noConnector.title')}
        line={t('noConnector.line')}
        action={
          <Button component={AppLink} href={scopedHref('/settings/connectors')}>
            {t('noConnector.action')}
          </Button>
        }
      />
    </PageFrame>
  );
}

function NoSuchTable({ path }: { path: string[] }) {
  const { t } = useTranslation('tables');
  const scopedHref = useScopedHref();
  return (
    <PageFrame>
      <PageHeader title={path.join('/')} />
      <EmptyState
        icon="table"
        title={t('noTable.title')}
        line={t('noTable.line')}
        action={
          <Button component={AppLink} href={scopedHref('/explore')} variant="default">
            {t('noTable.action')}
          </Button>
        }
      />
    </PageFrame>
  );
}
