import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { RunLine } from './run-line.tsx';
import classes from './run-lists.module.css';
import { isGoingOn, runsQuery } from './runs-query.ts';

/** All that goes on in a project, then what has ended. */
export function RunLists({ projectId, onLeave }: { projectId: string; onLeave: () => void }) {
  const { t } = useTranslation('runs');
  const project = useProjects().find(({ id }) => id === projectId);
  const { data: runs = [] } = useQuery(runsQuery(projectId));
  if (!project) return null;
  const running = runs.filter(isGoingOn);
  const ended = runs.filter((run) => !isGoingOn(run));
  const draw = (run: (typeof runs)[number]) => (
    <RunLine key={run.id} run={run} project={project} onLeave={onLeave} />
  );
  return (
    <div className={classes.lists}>
      <h2 className={classes.heading}>{t('title')}</h2>
      {running.length > 0 ? (
        <ul className={classes.list}>{running.map(draw)}</ul>
      ) : (
        <p className={classes.empty}>
          {t('empty')}. {t('emptyLine')}
        </p>
      )}
      {ended.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('ended')}</h3>
          <ul className={classes.list}>{ended.map(draw)}</ul>
        </>
      )}
    </div>
  );
}
