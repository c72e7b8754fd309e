import { can } from '@causeway/contract/access.ts';
import { Button, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NoProject } from '../no-project.tsx';
import { DashboardForm } from '../dashboard-form.tsx';
import classes from './new-dashboard-page.module.css';

/** A name first; what is on it is put there next, where it can be seen. */
export default function NewDashboardPage() {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'dashboards.write');
  return (
    <PageFrame>
      <PageHeader title={t('create')} line={t('createLine')} />
      {mayWrite && (
        <Paper withBorder className={classes.form ?? ''}>
          <DashboardForm project={project} />
        </Paper>
      )}
      {project && !mayWrite && (
        <EmptyState
          icon="lock"
          title={t('mayNot')}
          line={t('mayNotLine')}
          action={
            <Button component={AppLink} variant="default" href="/dashboards">
              {t('toAll')}
            </Button>
          }
        />
      )}
      {!project && <NoProject />}
    </PageFrame>
  );
}
