import { projectRoutes, type RestingProject } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './resting-projects.module.css';

/** Under the key of the projects, so that their event makes it stale. */
const restingQuery = queryOptions({
  queryKey: ['projects', 'resting'],
  queryFn: ({ signal }) => api.call(projectRoutes.listResting, undefined, { signal }),
});

/** Deleted projects that can be brought back; nothing where there is none. */
export function RestingProjects() {
  const { t } = useTranslation('domain');
  const { data: resting = [] } = useQuery(restingQuery);
  if (resting.length === 0) return null;
  return (
    <section className={classes.resting} aria-label={t('resting.title')}>
      <h2 className={classes.title}>{t('resting.title')}</h2>
      <ul className={classes.list}>
        {resting.map((project) => (
          <Resting key={project.id} project={project} />
        ))}
      </ul>
    </section>
  );
}

function Resting({ project }: { project: RestingProject }) {
  const { t } = useTranslation('domain');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => api.call(projectRoutes.restore, { params: { restingId: project.id } }),
    onSettled: async () => {
      await queryClient.invalidateQueries(projectsQuery);
      await queryClient.invalidateQueries(restingQuery);
    },
  });
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span className={classes.name}>{project.name}</span>
        <span className={classes.line}>
          {t('resting.line', { date: formats.date(project.eraseAt) })}
        </span>
        {restore.error && (
          <span role="alert" className={classes.problem}>
            {errorText(restore.error)}
          </span>
        )}
      </div>
      <Button
        variant="default"
        loading={restore.isPending}
        aria-label={t('resting.restoreNamed', { name: project.name })}
        onClick={() => restore.mutate()}
      >
        {t('resting.restore')}
      </Button>
    </li>
  );
}
