import type {
  RunDetails,
  RunStep,
  WorkflowRun,
} from '@causeway/contract/automations/run-shapes.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Modal, NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowRunQuery, workflowRunsQuery } from '#domain/workflows/workflows-query.ts';
import { RunState } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { type ComparedStep, compareSteps } from './compare-steps.ts';
import { portName } from '#domain/workflows/port-name.ts';
import classes from './history.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

type CompareRunsProps = { project: Project; run: RunDetails; onClose: () => void };

/** This run beside another of the same workflow: what took another way, gave something else, took longer. */
export default function CompareRuns({ project, run, onClose }: CompareRunsProps) {
  const { t } = useTranslation('history');
  const { moment } = useFormats();
  const runs = useInfiniteQuery(workflowRunsQuery(project.id, { workflowId: run.workflowId }));
  const listed = (runs.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ id }) => id !== run.id,
  );
  const [picked, pick] = useState<string>();
  const otherId = picked ?? run.rerunOf ?? listed[0]?.id;
  const other = useQuery({
    ...workflowRunQuery(project.id, otherId ?? ''),
    enabled: otherId !== undefined,
  });
  // What it repeats may be older than the runs that are listed.
  const isListed = listed.some(({ id }) => id === otherId);
  const others: WorkflowRun[] = other.data && !isListed ? [...listed, other.data] : listed;
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={t('compare.title')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      {runs.isSuccess && others.length === 0 && <p className={classes.hint}>{t('compare.none')}</p>}
      {others.length > 0 && (
        <NativeSelect
          data-autofocus
          label={t('compare.with')}
          value={otherId ?? ''}
          data={others.map(({ id, acceptedAt, status, version }) => ({
            value: id,
            label: `${moment(acceptedAt)} · ${t(`automations:status.${status}`)} · ${t('compare.version', { version })}`,
          }))}
          onChange={({ currentTarget: { value } }) => pick(value)}
        />
      )}
      {otherId && !other.data && <SkeletonLines count={6} />}
      {other.data && <Both before={other.data} after={run} />}
    </Modal>
  );
}

function Both({ before, after }: { before: RunDetails; after: RunDetails }) {
  const { t } = useTranslation('history');
  const steps = compareSteps(before.steps, after.steps);
  const changed = steps.filter(({ isSame }) => !isSame).length;
  const payload = {
    before: JSON.stringify(before.trigger, null, 2),
    after: JSON.stringify(after.trigger, null, 2),
  };
  return (
    <>
      <p className={classes.verdict}>
        {changed === 0 ? t('compare.same') : t('compare.differ', { count: changed })}
      </p>
      <div className={classes.scrolls}>
        <table className={classes.compare}>
          <thead>
            <tr>
              <th>{t('compare.step')}</th>
              <th>{t('compare.other')}</th>
              <th>{t('compare.this')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <Row key={step.key} step={step} />
            ))}
          </tbody>
        </table>
      </div>
      {payload.before !== payload.after && (
        <>
          <h3 className={classes.heading}>{t('run.payload')}</h3>
          <TextDifference
            className={classes.difference}
            {...payload}
            label={t('run.payload')}
            isSql={false}
            isFolded
          />
        </>
      )}
    </>
  );
}

function Row({ step }: { step: ComparedStep }) {
  const { t } = useTranslation('history');
  const { key, before, after, isSame, outputs } = step;
  return (
    <>
      <tr data-changed={!isSame || undefined}>
        <th scope="row">{key}</th>
        <td>
          <Side step={before} />
        </td>
        <td>
          <Side step={after} />
        </td>
      </tr>
      {outputs && (
        <tr>
          <td colSpan={3}>
            <TextDifference
              className={classes.difference}
              before={outputs.before}
              after={outputs.after}
              label={t('compare.outputs', { step: key })}
              isSql={false}
              isFolded
            />
          </td>
        </tr>
      )}
    </>
  );
}

function Side({ step }: { step: RunStep | undefined }) {
  const { t } = useTranslation('history');
  const milliseconds = useMilliseconds();
  const runMessage = useRunMessage();
  if (!step) return <span className={classes.hint}>{t('compare.notReached')}</span>;
  return (
    <>
      <RunState status={step.status} /> · {milliseconds(step.ms)}
      {step.port && step.port !== 'out' && ` · ${portName(t, step.port)}`}
      {step.error && <div className={classes.wrong}>{runMessage(step.error)}</div>}
    </>
  );
}
