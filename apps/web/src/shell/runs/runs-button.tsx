import type { RunRecord } from '@causeway/contract/runs.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasJustEnded, isGoingOn, runsQuery, shareOf } from '#domain/runs/runs-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { OnDemand } from '../on-demand.tsx';
import classes from './runs-button.module.css';

/** Quiet: there only while something goes on in the project, or ended a moment ago. */
export function RunsButton() {
  const { project } = useCurrentProject();
  return project ? <RunsOfProject key={project.id} projectId={project.id} /> : null;
}

function RunsOfProject({ projectId }: { projectId: string }) {
  const { t } = useTranslation('shell');
  const { data: runs = [], dataUpdatedAt } = useQuery(runsQuery(projectId));
  const [isOpen, setOpen] = useState(false);
  const running = runs.filter(isGoingOn);
  const isRecent = runs.some((run) => hasJustEnded(run, dataUpdatedAt));
  if (running.length === 0 && !isRecent && !isOpen) return null;
  const share = shareOfAll(running);
  return (
    <OnDemand
      load={loadRunningNow}
      props={{ projectId, onOpened: setOpen }}
      trigger={
        <button
          type="button"
          className={classes.button}
          aria-label={t('runs.running', { count: running.length })}
          aria-haspopup="dialog"
        >
          <span
            className={classes.ring}
            data-turning={(running.length > 0 && share === undefined) || undefined}
            style={{ '--share': share ?? (running.length > 0 ? 0.25 : 1) } as CSSProperties}
          />
          <span className={classes.count} data-count={running.length || '✓'} />
        </button>
      }
    />
  );
}

async function loadRunningNow() {
  const [popover] = await Promise.all([import('./running-now.tsx'), loadTexts('runs')]);
  return popover;
}

/** Of all that tells how much there is. */
function shareOfAll(running: readonly RunRecord[]): number | undefined {
  const shares = running.flatMap((run) => shareOf(run) ?? []);
  if (shares.length === 0) return undefined;
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
