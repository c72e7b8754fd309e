import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { automationsQuery } from '#domain/workflows/workflows-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { RunTable } from '../run-table.tsx';
import { NoProject } from '../no-project.tsx';
import { FirstWorkflow } from '../workflows/first-workflow.tsx';
import { Hours } from './hours.tsx';
import classes from './overview.module.css';

export default function AutomationsPage() {
  const { t } = useTranslation('automations');
  const { project } = useCurrentProject();
  if (project) return <Overview key={project.id} project={project} />;
  return <NoProject title={t('overview.title')} />;
}

/** What ran, what failed, what waits and what comes next. */
function Overview({ project }: { project: Project }) {
  const { t } = useTranslation('automations');
  const { ago, moment, number } = useFormats();
  const scopedHref = useScopedHref();
  const overview = useQuery(automationsQuery(project.id));
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('overview.title')}
        line={t('overview.line')}
        actions={
          <Button component={AppLink} href={scopedHref('/automations/workflows')} variant="default">
            {t('workflows.title')}
          </Button>
        }
      />
      <QueryView query={overview} skeleton={<SkeletonCards count={4} height={120} />}>
        {({ hours, failures, open, next, counts }) =>
          counts.workflows === 0 && failures.length === 0 ? (
            <FirstWorkflow project={project} />
          ) : (
            <>
              <ul className={classes.counts}>
                {(['workflows', 'enabled', 'waiting', 'held'] as const).map((name) => (
                  <li key={name}>
                    <b>{number(counts[name])}</b> {t(`overview.count.${name}`)}
                  </li>
                ))}
              </ul>
              <h2 className={classes.heading}>{t('overview.hours')}</h2>
              <Hours hours={hours} />
              <h2 className={classes.heading}>{t('overview.failures')}</h2>
              {failures.length > 0 ? (
                <RunTable runs={failures} label={t('overview.failures')} />
              ) : (
                <p className={classes.none}>{t('overview.noFailures')}</p>
              )}
              <h2 className={classes.heading}>{t('overview.open')}</h2>
              {open.length > 0 ? (
                <RunTable runs={open} label={t('overview.open')} />
              ) : (
                <p className={classes.none}>{t('overview.noOpen')}</p>
              )}
              <h2 className={classes.heading}>{t('overview.next')}</h2>
              {next.length === 0 && <p className={classes.none}>{t('overview.noNext')}</p>}
              <ol className={classes.next}>
                {next.map(({ workflowId, workflowName, at }) => (
                  <li key={`${workflowId} ${at}`}>
                    <time dateTime={at} title={moment(at)}>
                      {moment(at)}
                    </time>
                    <AppLink href={scopedHref(`/automations/workflows/${workflowId}`)}>
                      {workflowName}
                    </AppLink>
                    <span className={classes.none}>{ago(at)}</span>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </QueryView>
    </PageFrame>
  );
}
