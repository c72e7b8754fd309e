import type { Replay, ReplayDifference } from '@causeway/contract/automations/replay.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { WorkflowDraft } from '../use-workflow-draft.ts';
import classes from '../workflow-editor.module.css';

/** What the draft makes of the runs there were, asked once when it is about to be published. */
export function useReplay(projectId: string, workflowId: string, draft: WorkflowDraft) {
  return useQuery({
    queryKey: ['workflow-replay', projectId, workflowId, draft.version],
    queryFn: ({ signal }) =>
      api.call(
        workflowTestRoutes.replay,
        { params: { projectId, workflowId }, body: { definition: draft.definition } },
        { signal },
      ),
    enabled: draft.state === 'saved',
    retry: false,
    staleTime: Infinity,
  });
}

type ReplayGateProps = {
  replay: ReturnType<typeof useReplay>;
  isSeen: boolean;
  onSeen: (isSeen: boolean) => void;
};

/** Steps that would have done something else are shown, and somebody says that they want that. */
export function ReplayGate({ replay, isSeen, onSeen }: ReplayGateProps) {
  const { t } = useTranslation('editor');
  if (replay.error) {
    return (
      <div className={classes.replay}>
        <h3>{t('replay.title')}</h3>
        <p>{errorText(replay.error)}</p>
      </div>
    );
  }
  if (!replay.data) return <SkeletonLines count={2} />;
  const { differences, changed } = replay.data;
  const told = { count: changed.length, steps: changed.join(', ') };
  const isSure = differences.length === 0 && changed.length === 0;
  return (
    <section className={classes.replay} data-differs={differences.length > 0 || undefined}>
      <h3>
        <Icon name={isSure ? 'check' : 'warning'} size={15} />
        {t('replay.title')}
      </h3>
      <p>{wordsFor(t, replay.data)}</p>
      {changed.length > 0 && (
        <p>{t(isReplayed(replay.data) ? 'replay.changed' : 'replay.changedAlone', told)}</p>
      )}
      {differences.length > 0 && (
        <>
          <ul className={classes.differences}>
            {differences.map((one) => (
              <Difference key={`${one.runId} ${one.step}`} difference={one} />
            ))}
          </ul>
          <Checkbox
            label={t('replay.seen')}
            checked={isSeen}
            onChange={({ currentTarget: { checked } }) => onSeen(checked)}
          />
        </>
      )}
    </section>
  );
}

function isReplayed({ steps, differences }: Replay): boolean {
  return steps > 0 || differences.length > 0;
}

function wordsFor(t: TFunction<'editor'>, replay: Replay): string {
  const { runs, steps, differences } = replay;
  if (runs === 0) return t('replay.none');
  if (!isReplayed(replay)) return t('replay.nothing', { count: runs });
  if (differences.length === 0) return t('replay.same', { count: runs, steps });
  return t('replay.differs', { count: differences.length, runs });
}

function Difference({ difference }: { difference: ReplayDifference }) {
  const { t } = useTranslation('editor');
  const { ago } = useFormats();
  const scopedHref = useScopedHref();
  const { runId, acceptedAt, step, kind, before, after } = difference;
  return (
    <li>
      <b>{step}</b> {t(`replay.kind.${kind}`)} ·{' '}
      <AppLink href={scopedHref(`/automations/history/${runId}`)}>{ago(acceptedAt)}</AppLink>
      {before && <code className={classes.before}>− {before}</code>}
      {after && <code className={classes.after}>+ {after}</code>}
    </li>
  );
}
