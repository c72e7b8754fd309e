import type { WorkflowRun } from '@causeway/contract/automations/run-shapes.ts';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { RunState } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import classes from './run-table.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

/** Runs, newest first, each with how it ended and why. */
export function RunTable({ runs, label }: { runs: WorkflowRun[]; label: string }) {
  const { t } = useTranslation('automations');
  const { moment } = useFormats();
  const milliseconds = useMilliseconds();
  const scopedHref = useScopedHref();
  const runMessage = useRunMessage();
  return (
    <SimpleTable
      label={label}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'at',
          header: t('run.at'),
          render: ({ id, acceptedAt }) => (
            <AppLink className={classes.link} href={scopedHref(`/automations/history/${id}`)}>
              {moment(acceptedAt)}
            </AppLink>
          ),
        },
        // Beside the time: how it went is seen on a phone, too.
        {
          key: 'state',
          header: t('table.state'),
          render: (run) => <RunState status={run.status} />,
        },
        { key: 'workflow', header: t('run.workflow'), render: (run) => run.workflowName },
        {
          key: 'trigger',
          header: t('run.trigger'),
          render: ({ triggerKind }) => t(`runTrigger.${triggerKind}`),
        },
        { key: 'ms', header: t('run.took'), isNumber: true, render: ({ ms }) => milliseconds(ms) },
        {
          key: 'error',
          header: t('run.error'),
          render: ({ error }) =>
            error && (
              <span className={classes.error} title={runMessage(error)}>
                {error.step && <b>{error.step}</b>} {runMessage(error)}
              </span>
            ),
        },
      ]}
    />
  );
}
