import { can } from '@causeway/contract/access.ts';
import { useTranslation } from 'react-i18next';
import { ChooseDatabase } from '#domain/connectors/choose-database.tsx';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { TabLinks } from '#platform/navigation/tab-links.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Activity } from './activity/activity.tsx';
import { importViews, useImportAddress, useImportHref } from './import-address.ts';
import { ImportFlow } from './import-flow.tsx';
import { Recipes } from './recipes/recipes.tsx';
import { SourceStep } from './source/source-step.tsx';

/** Data on its way into a database, and the place where everything that came and went is found again. */
export default function ImportPage() {
  const { t } = useTranslation('imports');
  const { project, connector } = useCurrentProject();
  const { view, importId } = useImportAddress();
  const isDatabase = connector?.implementation === 'sql';
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={isDatabase ? t('line', { name: connector.name }) : t('lineWithout')}
      />
      {!project || !connector || !isDatabase ? (
        <ChooseDatabase />
      ) : (
        <>
          <ImportTabs />
          {view === 'activity' && <Activity key={connector.id} connector={connector} />}
          {view === 'recipes' && <Recipes key={connector.id} connector={connector} />}
          {view === 'new' && !can(project.role, 'sql.write') && <OnlyReading />}
          {view === 'new' &&
            can(project.role, 'sql.write') &&
            (importId === undefined ? (
              <SourceStep key={connector.id} connector={connector} />
            ) : (
              <ImportFlow
                key={importId}
                projectId={project.id}
                connector={connector}
                importId={importId}
              />
            ))}
        </>
      )}
    </PageFrame>
  );
}

function ImportTabs() {
  const { t } = useTranslation('imports');
  const { view } = useImportAddress();
  const importHref = useImportHref();
  return (
    <TabLinks
      label={t('tabs.label')}
      tabs={importViews.map((one) => ({
        href: importHref({ view: one }),
        label: t(`tabs.${one}`),
        isCurrent: one === view,
      }))}
    />
  );
}

function OnlyReading() {
  const { t } = useTranslation('imports');
  return <EmptyState icon="lock" title={t('onlyReading.title')} line={t('onlyReading.line')} />;
}
