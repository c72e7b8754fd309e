import { can } from '@causeway/contract/access.ts';
import { type CheckArea, checkAreas } from '@causeway/contract/intelligence/checks.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { coverageQuery, findingsQuery } from '#domain/intelligence/intelligence-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { CoverageList } from './coverage-list.tsx';
import { FindingFeed } from './finding-feed.tsx';
import classes from './intelligence.module.css';
import { QuietChecks } from './quiet-checks.tsx';
import { shows, type Show } from './show.ts';

/** INTEL-1: what is wrong, unusual or slow in the databases of a project, the gravest first. */
export default function IntelligencePage() {
  const { t } = useTranslation('intelligence');
  const { project } = useCurrentProject();
  return (
    <PageFrame>
      <PageHeader title={t('title')} line={t('line')} />
      {project ? (
        <Databases key={project.id} project={project} />
      ) : (
        <EmptyState icon="sparkles" title={t('noProject.title')} line={t('noProject.line')} />
      )}
    </PageFrame>
  );
}

function Databases({ project }: { project: Project }) {
  const { t } = useTranslation('intelligence');
  const coverage = useQuery(coverageQuery(project.id));
  return (
    <QueryView
      query={coverage}
      skeleton={<SkeletonLines count={8} />}
      empty={
        <EmptyState
          icon="database"
          title={t('noDatabase.title')}
          line={t('noDatabase.line')}
          action={
            <Button component={AppLink} href={`/settings/connectors?projectId=${project.id}`}>
              {t('noDatabase.action')}
            </Button>
          }
        />
      }
    >
      {(databases) => (
        <>
          <CoverageList project={project} databases={databases} />
          {databases.some(({ scan, lookedAt }) => scan !== null || lookedAt !== null) && (
            <Findings project={project} isScanning={databases.some(isScanning)} />
          )}
        </>
      )}
    </QueryView>
  );
}

function isScanning({ scan }: { scan: { state: string } | null }): boolean {
  return scan?.state === 'queued' || scan?.state === 'running';
}

/** What is shown stands in the address, so that it can be sent to somebody. */
function Findings({ project, isScanning }: { project: Project; isScanning: boolean }) {
  const { t } = useTranslation('intelligence');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const openHref = useOpenHref();
  const show = shows.find((one) => one === search['show']) ?? 'open';
  const area = checkAreas.find((one) => one === search['area']);
  const table = typeof search['table'] === 'string' ? search['table'] : undefined;
  const nothing = isScanning ? 'scanning' : show;
  const findings = useQuery(findingsQuery(project.id, { show, area, table }));
  const open = (next: { show: Show; area: CheckArea | undefined }) => {
    const kept = new URLSearchParams({ show: next.show, ...(next.area && { area: next.area }) });
    openHref(`/intelligence?${kept}`, { replace: true });
  };
  return (
    <section className={classes.findings} aria-label={t('findings')}>
      <div className={classes.filters}>
        <SegmentedControl
          size="xs"
          value={show}
          data={shows.map((value) => ({ value, label: t(`show.${value}`) }))}
          onChange={(value) => open({ show: value, area })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('area.label')}
          value={area ?? ''}
          data={[
            { value: '', label: t('area.all') },
            ...checkAreas.map((value) => ({ value, label: t(`area.${value}`) })),
          ]}
          onChange={(event) =>
            open({ show, area: (event.currentTarget.value || undefined) as CheckArea | undefined })
          }
        />
      </div>
      {table !== undefined && (
        <p className={classes.only}>
          {t('only', { table })}
          <Button size="compact-xs" variant="subtle" onClick={() => open({ show, area })}>
            {t('onlyAll')}
          </Button>
        </p>
      )}
      {show === 'open' && findings.data && (
        <QuietChecks
          projectId={project.id}
          quiet={findings.data.quiet}
          mayChange={can(project.role, 'sql.write')}
        />
      )}
      <QueryView
        query={findings}
        skeleton={<SkeletonLines count={10} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            icon={show === 'open' ? 'success' : 'list'}
            title={t(`none.${nothing}.title`)}
            line={t(`none.${nothing}.line`)}
          />
        }
      >
        {({ items, total }) => (
          <FindingFeed
            key={`${show} ${area ?? ''}`}
            project={project}
            findings={items}
            total={total}
            mayChange={can(project.role, 'sql.write')}
          />
        )}
      </QueryView>
    </section>
  );
}
