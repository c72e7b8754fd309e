import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsQuery } from '#domain/workflows/workflows-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { usePageActions } from '#platform/page-actions.ts';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { NoProject } from '../no-project.tsx';
import { FirstWorkflow } from './first-workflow.tsx';
import { NewWorkflow } from './new-workflow.tsx';
import { WorkflowTable } from './workflow-table.tsx';
import classes from './workflows-page.module.css';

export default function WorkflowsPage() {
  const { t } = useTranslation('automations');
  const { project } = useCurrentProject();
  if (project) return <Workflows key={project.id} project={project} />;
  return <NoProject title={t('workflows.title')} />;
}

function Workflows({ project }: { project: Project }) {
  const { t } = useTranslation('automations');
  const workflows = useQuery(workflowsQuery(project.id));
  const mayWrite = can(project.role, 'workflows.write');
  const [search, setSearch] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  usePageActions(
    mayWrite ? [{ id: 'createWorkflow', name: t('create.action'), icon: 'plus', run: create }] : [],
  );
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('workflows.title')}
        line={t('workflows.line')}
        actions={
          mayWrite && (
            <>
              <Button
                component={AppLink}
                href="/automations/workflows/wizard"
                variant="default"
                leftSection={<Icon name="wand" />}
              >
                {t('create.wizard')}
              </Button>
              <Button leftSection={<Icon name="plus" />} onClick={create}>
                {t('create.action')}
              </Button>
            </>
          )
        }
      />
      <QueryView
        query={workflows}
        skeleton={<SkeletonTable rows={5} columns={6} />}
        empty={<FirstWorkflow project={project} />}
      >
        {(list) => (
          <>
            {list.length > 5 && (
              <TextInput
                type="search"
                className={classes.search}
                leftSection={<Icon name="search" size={15} />}
                placeholder={t('workflows.search')}
                aria-label={t('workflows.search')}
                value={search}
                onChange={({ currentTarget: { value } }) => setSearch(value)}
              />
            )}
            <WorkflowTable
              project={project}
              workflows={list.filter(({ name, description }) =>
                `${name}\n${description}`.toLowerCase().includes(search.trim().toLowerCase()),
              )}
            />
          </>
        )}
      </QueryView>
      {isCreating && <NewWorkflow project={project} onClose={() => setIsCreating(false)} />}
    </PageFrame>
  );
}
