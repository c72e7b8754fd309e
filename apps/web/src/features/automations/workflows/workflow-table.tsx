import { can } from '@causeway/contract/access.ts';
import type { WorkflowSummary } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { useTriggerWords } from '../use-trigger-words.ts';
import { EnableSwitch } from './enable-switch.tsx';
import { RunTicks } from './run-ticks.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';
import classes from './workflows-page.module.css';

type WorkflowTableProps = { project: Project; workflows: WorkflowSummary[] };

/** Every workflow with what starts it and how it has been going; the server has failures on top. */
export function WorkflowTable({ project, workflows }: WorkflowTableProps) {
  const { t } = useTranslation('automations');
  const formats = useFormats();
  const milliseconds = useMilliseconds();
  const scopedHref = useScopedHref();
  const triggerWords = useTriggerWords();
  const mayWrite = can(project.role, 'workflows.write');
  const historyOf = (id: string) => `${scopedHref('/automations/history')}&workflow=${id}`;
  return (
    <SimpleTable
      label={t('workflows.title')}
      rows={workflows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: t('table.name'),
          render: ({ id, name, triggers, hasChanges, version }) => (
            <>
              <AppLink className={classes.name} href={scopedHref(`/automations/workflows/${id}`)}>
                {name}
              </AppLink>
              {(hasChanges || version === null) && (
                <span className={classes.draft}>
                  {t(version === null ? 'table.draft' : 'table.changes')}
                </span>
              )}
              <span className={classes.line}>{triggers.map(triggerWords).join(' · ')}</span>
            </>
          ),
        },
        {
          key: 'state',
          header: t('table.state'),
          render: (workflow) =>
            workflow.held > 0 ? (
              <StatusDot tone="changed" label={t('table.held', { count: workflow.held })} />
            ) : (
              <EnableSwitch projectId={project.id} workflow={workflow} isReadOnly={!mayWrite} />
            ),
        },
        {
          key: 'runs',
          header: t('table.runs'),
          render: ({ id, ticks }) => <RunTicks ticks={ticks} href={historyOf(id)} />,
        },
        {
          key: 'success',
          header: t('table.success'),
          isNumber: true,
          render: ({ successRate }) => (successRate === null ? '–' : formats.percent(successRate)),
        },
        {
          key: 'p95',
          header: t('table.p95'),
          isNumber: true,
          render: ({ p95Ms }) => milliseconds(p95Ms),
        },
        {
          key: 'next',
          header: t('table.next'),
          render: ({ nextAt, isEnabled }) =>
            nextAt && isEnabled ? (
              <time dateTime={nextAt} title={formats.moment(nextAt)}>
                {formats.ago(nextAt)}
              </time>
            ) : (
              '–'
            ),
        },
        {
          key: 'menu',
          header: '',
          render: (workflow) => (
            <WorkflowMenu
              project={project}
              workflow={workflow}
              historyHref={historyOf(workflow.id)}
            />
          ),
        },
      ]}
    />
  );
}
