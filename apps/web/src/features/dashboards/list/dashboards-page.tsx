import { can } from '@causeway/contract/access.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { usePageActions } from '#platform/page-actions.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { NoProject } from '../no-project.tsx';
import { DashboardDialog } from '../dashboard-form.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import classes from './dashboards-page.module.css';

export default function DashboardsPage() {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  if (project) return <Dashboards key={project.id} project={project} />;
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <NoProject />
    </PageFrame>
  );
}

/** The dashboards of a project, each with a small picture of what is where. */
function Dashboards({ project }: { project: Project }) {
  const { t } = useTranslation('dashboards');
  const dashboards = useQuery(dashboardsQuery(project.id));
  const mayWrite = can(project.role, 'dashboards.write');
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  usePageActions(
    mayWrite ? [{ id: 'createDashboard', name: t('create'), icon: 'plus', run: create }] : [],
  );
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" />} onClick={create}>
              {t('create')}
            </Button>
          )
        }
      />
      <QueryView
        query={dashboards}
        skeleton={<SkeletonCards count={6} height={232} />}
        empty={<Nothing onCreate={mayWrite ? create : undefined} />}
      >
        {(list) => (
          <>
            {list.length > 1 && (
              <TextInput
                type="search"
                className={classes.search}
                leftSection={<Icon name="search" size={15} />}
                placeholder={t('search')}
                aria-label={t('search')}
                value={search}
                onChange={({ currentTarget: { value } }) => setSearch(value)}
              />
            )}
            <Cards
              project={project}
              found={list.filter((one) => fits(one, search))}
              onClear={() => setSearch('')}
            />
          </>
        )}
      </QueryView>
      {isCreating && <DashboardDialog project={project} onClose={() => setIsCreating(false)} />}
    </PageFrame>
  );
}

function fits({ name, description }: DashboardSummary, search: string): boolean {
  return `${name}\n${description}`.toLowerCase().includes(search.trim().toLowerCase());
}

type CardsProps = { project: Project; found: DashboardSummary[]; onClear: () => void };

function Cards({ project, found, onClear }: CardsProps) {
  const { t } = useTranslation('dashboards');
  if (found.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={t('noMatch')}
        line={t('noMatchLine')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('clearSearch')}
          </Button>
        }
      />
    );
  }
  return (
    <ul className={classes.grid}>
      {found.map((dashboard) => (
        <DashboardCard key={dashboard.id} project={project} dashboard={dashboard} />
      ))}
    </ul>
  );
}

function Nothing({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { t } = useTranslation('dashboards');
  const scopedHref = useScopedHref();
  return (
    <EmptyState
      icon="dashboard"
      title={t('empty')}
      line={t('emptyLine')}
      action={onCreate && <Button onClick={onCreate}>{t('create')}</Button>}
      sample={<AppLink href={scopedHref('/sql/editor')}>{t('emptyTry')}</AppLink>}
    />
  );
}
