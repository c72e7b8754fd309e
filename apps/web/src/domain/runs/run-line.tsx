import type { Project } from '@causeway/contract/projects.ts';
import { type RunRecord, runRoutes } from '@causeway/contract/runs.ts';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findPace } from '#domain/transfers/pace.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { Icon } from '#ui/icon.tsx';
import { figureOf, hrefOf, runIcons } from './run-facts.ts';
import classes from './run-line.module.css';
import { shareOf } from './runs-query.ts';

type RunLineProps = { run: RunRecord; project: Project; onLeave?: (() => void) | undefined };

/** One piece of work: what it is, how far it is, and the way to it. */
export function RunLine({ run, project, onLeave }: RunLineProps) {
  const { t } = useTranslation('runs');
  const me = useCurrentUser();
  const href = hrefOf(run, project);
  const connector = project.connectors.find(({ id }) => id === run.connectorId);
  const by = run.startedBy?.id === me.id ? undefined : run.startedBy?.name;
  const about = [t(`kind.${run.kind}`), connector?.name, by && t('by', { name: by })];
  const title = run.title || t(`kind.${run.kind}`);
  return (
    <li className={classes.line} data-outcome={run.outcome ?? undefined}>
      <Icon name={signOf(run)} className={classes.icon ?? ''} />
      <div className={classes.text}>
        {href ? (
          <AppLink href={href} className={classes.title} onClick={onLeave}>
            {title}
          </AppLink>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        <p className={classes.about}>{about.filter(Boolean).join(' · ')}</p>
        {run.state === 'running' && <Bar run={run} title={title} />}
        <Figures run={run} />
        {run.error && <p className={classes.error}>{errorText(run.error)}</p>}
      </div>
      {run.mayCancel && <Cancel run={run} project={project} title={title} />}
    </li>
  );
}

function signOf({ kind, outcome }: RunRecord) {
  if (outcome === 'done') return 'success';
  if (outcome === 'failed') return 'error';
  return outcome === 'cancelled' ? 'stop' : runIcons[kind];
}

function Bar({ run, title }: { run: RunRecord; title: string }) {
  const { t } = useTranslation('runs');
  const share = shareOf(run);
  return (
    <Progress
      size="sm"
      value={(share ?? 1) * 100}
      striped={share === undefined}
      animated={share === undefined}
      aria-label={t('progress', { title })}
    />
  );
}

function Figures({ run }: { run: RunRecord }) {
  const { t, i18n } = useTranslation('runs');
  const { ago, duration } = useFormats();
  const figure = figureOf(run, i18n.language);
  const phase = run.state === 'running' && run.phase ? `phase.${run.phase}` : undefined;
  const told = [
    run.state === 'queued' && t('queued'),
    run.outcome && t(`outcome.${run.outcome}`, { ago: ago(run.endedAt ?? run.queuedAt) }),
    // Another kind may enter phases this list has no words for.
    phase && i18n.exists(`runs:${phase}`) && t(phase),
    // What was counted last, a second before the end, is not how it ended.
    figure && run.outcome === null && t(figure.key, figure.values),
    run.state === 'running' && timeOf(run),
  ];
  return <p className={classes.figures}>{told.filter(Boolean).join(' · ')}</p>;

  /** What is left where it can be told, else since when. */
  function timeOf({ startedAt, done, total }: RunRecord) {
    const left = findPace({ startedAt, done, total })?.secondsLeft;
    if (left != null) return t('left', { duration: duration(left) });
    const since = startedAt && (Date.now() - Date.parse(startedAt)) / 1000;
    return since && since >= 1 && t('soFar', { duration: duration(since) });
  }
}

type CancelProps = { run: RunRecord; project: Project; title: string };

function Cancel({ run, project, title }: CancelProps) {
  const { t } = useTranslation('runs');
  const cancel = useMutation({
    mutationFn: () =>
      api.call(runRoutes.cancel, { params: { projectId: project.id, runId: run.id } }),
    onError: notifyError,
  });
  const stop = useSingleTap(() => cancel.mutate());
  return (
    <Button
      size="compact-xs"
      variant="default"
      // What was told to stop says so until it has: it may have a step to finish.
      loading={cancel.isPending || cancel.isSuccess}
      aria-label={t('cancel.label', { title })}
      onClick={stop}
    >
      {t('cancel.title')}
    </Button>
  );
}
