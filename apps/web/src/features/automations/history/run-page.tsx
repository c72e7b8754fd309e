import { can } from '@causeway/contract/access.ts';
import type { Awaited, RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { id as idForm } from '@causeway/contract/route.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflowRuns } from '#domain/workflows/refresh-workflows.ts';
import { workflowRunQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { DataList } from '#ui/data-list.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { RunState } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import classes from './history.module.css';
import { RerunButtons } from './rerun-buttons.tsx';
import { StepDetails } from './step-details.tsx';
import { StepTimeline } from './step-timeline.tsx';
import { useNow } from './use-now.ts';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';

// It brings the comparison of texts along, which looking at a run does not need.
const CompareRuns = lazy(() => import('./compare-runs.tsx'));

export default function RunPage() {
  const { t } = useTranslation('history');
  const id = useAddressId() ?? '';
  const { project } = useCurrentProject();
  const isId = idForm.safeParse(id).success;
  const run = useQuery({
    ...workflowRunQuery(project?.id ?? '', id),
    enabled: isId && project !== undefined,
  });
  if (!project || !isId || (run.isError && !run.data)) {
    return (
      <PageFrame isWide>
        <PageHeader title={t('failed')} />
        {run.error ? <ErrorState error={run.error} /> : <p>{t('noSuchAddress')}</p>}
      </PageFrame>
    );
  }
  return (
    <PageFrame isWide>
      <QueryView query={run} skeleton={<SkeletonTable rows={6} columns={3} />}>
        {(loaded) => <Run key={loaded.id} project={project} run={loaded} />}
      </QueryView>
    </PageFrame>
  );
}

/** One run: its steps in time, and of the chosen one what went in, came out and went wrong. */
function Run({ project, run }: { project: Project; run: RunDetails }) {
  const { t } = useTranslation('history');
  const { moment } = useFormats();
  const milliseconds = useMilliseconds();
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const runMessage = useRunMessage();
  const failed = run.steps.find(({ status }) => status === 'failed');
  const [picked, choose] = useState<string>();
  const chosenKey = picked ?? failed?.key;
  const now = useNow(run.endedAt === null);
  const [isComparing, setIsComparing] = useState(false);
  const chosen = run.steps.find(({ key }) => key === chosenKey);
  const mayWrite = can(project.role, 'workflows.write');
  const params = { projectId: project.id, runId: run.id };

  const cancel = useMutation({
    mutationFn: () => api.call(workflowRunRoutes.cancel, { params }),
    onSettled: () => refreshWorkflowRuns(project.id),
    onError: notifyError,
  });
  const rerun = useMutation({
    mutationFn: (body: { from?: string; version: 'same' | 'current' }) =>
      api.call(workflowRunRoutes.rerun, { params, body }),
    onSuccess: ({ runId }) => {
      void refreshWorkflowRuns(project.id);
      openHref(scopedHref(`/automations/history/${runId}`));
    },
    onError: notifyError,
  });

  return (
    <>
      <PageHeader
        title={t('run.title', { name: run.workflowName })}
        line={<RunState status={run.status} />}
        actions={
          <>
            <Button
              component={AppLink}
              variant="default"
              href={scopedHref(`/automations/workflows/${run.workflowId}`)}
            >
              {t('run.open')}
            </Button>
            {run.mayCancel && (
              <Button
                variant="default"
                leftSection={<Icon name="stop" size={15} />}
                loading={cancel.isPending}
                onClick={() => cancel.mutate()}
              >
                {t('run.cancel')}
              </Button>
            )}
            <Button variant="default" onClick={() => setIsComparing(true)}>
              {t('run.compare')}
            </Button>
            {mayWrite && (
              <RerunButtons
                projectId={project.id}
                run={run}
                isPending={rerun.isPending}
                onRerun={(version) => rerun.mutate({ version })}
              />
            )}
          </>
        }
      />
      {run.error && (
        <p className={classes.failure} role="alert">
          {run.error.step && <b>{run.error.step}: </b>}
          {runMessage(run.error)}
        </p>
      )}
      {run.heldFor && (
        <output className={classes.awaited}>
          <Icon name="clock" />
          <span className={classes.words}>{t(`heldFor.${run.heldFor}`)}</span>
        </output>
      )}
      {run.awaits.map((awaited) => (
        <Decision
          key={awaited.step}
          projectId={project.id}
          runId={run.id}
          awaited={awaited}
          mayWrite={mayWrite}
        />
      ))}
      <DataList
        items={[
          { label: t('run.at'), value: moment(run.acceptedAt) },
          {
            label: t('run.took'),
            value: run.endedAt
              ? milliseconds(run.ms)
              : t('run.soFar', {
                  time: milliseconds(Math.max(0, now - Date.parse(run.acceptedAt))),
                }),
          },
          { label: t('run.trigger'), value: t(`automations:runTrigger.${run.triggerKind}`) },
          { label: t('run.version'), value: run.version },
          ...(run.rerunOf
            ? [
                {
                  label: t('run.rerunOf'),
                  value: (
                    <AppLink href={scopedHref(`/automations/history/${run.rerunOf}`)}>
                      {t('run.earlier')}
                    </AppLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      <h2 className={classes.heading}>{t('run.steps')}</h2>
      <StepTimeline run={run} now={now} chosenKey={chosenKey} onChoose={choose} />
      {chosen && (
        <StepDetails
          key={chosen.key}
          step={chosen}
          isWithheld={run.isWithheld}
          rerun={
            mayWrite && run.endedAt !== null && !chosen.key.includes('#')
              ? () => rerun.mutate({ from: chosen.node, version: 'same' })
              : undefined
          }
        />
      )}
      {isComparing && (
        <Suspense fallback={null}>
          <CompareRuns project={project} run={run} onClose={() => setIsComparing(false)} />
        </Suspense>
      )}
      {run.isWithheld ? (
        <p className={classes.withheld}>{t('run.withheld')}</p>
      ) : (
        <>
          <h2 className={classes.heading}>{t('run.payload')}</h2>
          <ScrolledText className={classes.json}>
            {JSON.stringify(run.trigger, null, 2)}
          </ScrolledText>
        </>
      )}
      {run.answer && (
        <>
          <h2 className={classes.heading}>{t('run.answer', { status: run.answer.status })}</h2>
          <ScrolledText className={classes.json}>
            {JSON.stringify(run.answer.body, null, 2)}
          </ScrolledText>
        </>
      )}
    </>
  );
}

type DecisionProps = { projectId: string; runId: string; awaited: Awaited; mayWrite: boolean };

/** What a run waits for, and the answer where a person gives it. */
function Decision({ projectId, runId, awaited, mayWrite }: DecisionProps) {
  const { t } = useTranslation('history');
  const { moment } = useFormats();
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject' | 'retry' | 'skip' | 'fail') =>
      api.call(workflowRunRoutes.decide, {
        params: { projectId, runId, step: awaited.step },
        body: { decision },
      }),
    onSettled: () => refreshWorkflowRuns(projectId),
    onError: notifyError,
  });
  const { step } = awaited;
  const until = 'until' in awaited ? moment(awaited.until) : '';
  const asks =
    awaited.kind === 'approval' ? awaited.mayDecide : awaited.kind === 'doubt' && mayWrite;
  const answers =
    awaited.kind === 'approval'
      ? (['approve', 'reject'] as const)
      : (['retry', 'skip', 'fail'] as const);
  return (
    <output className={classes.awaited}>
      <Icon name="clock" />
      <span className={classes.words}>
        {t(`awaits.${awaited.kind}`, { step, until })}
        {awaited.kind === 'approval' && awaited.message && ` ${awaited.message}`}
      </span>
      {asks &&
        answers.map((decision) => (
          <Button
            key={decision}
            size="compact-sm"
            variant="default"
            loading={decide.isPending}
            onClick={() => decide.mutate(decision)}
          >
            {t(`decide.${decision}`)}
          </Button>
        ))}
    </output>
  );
}
