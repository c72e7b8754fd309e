import { staffRoutes } from '@causeway/contract/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import classes from './staff.module.css';

export function FailedRuns() {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const runs = useQuery({
    queryKey: ['staff', 'failed runs'],
    queryFn: ({ signal }) => api.call(staffRoutes.failedRuns, undefined, { signal }),
  });
  return (
    <div>
      <h2 className={classes.heading}>{t('health.failedRuns')}</h2>
      <QueryView query={runs} empty={<p className={classes.nothing}>{t('health.noFailedRuns')}</p>}>
        {(list) => (
          <SimpleTable
            label={t('health.failedRuns')}
            rows={list}
            rowKey={({ id }) => id}
            columns={[
              { key: 'kind', header: t('health.kind'), render: ({ kind }) => kind },
              { key: 'title', header: t('health.title'), render: ({ title }) => title },
              {
                key: 'project',
                header: t('projects.name'),
                render: ({ project }) => project.name,
              },
              {
                key: 'at',
                header: t('log.at'),
                render: ({ endedAt }) => formats.dateTime(endedAt),
              },
              {
                key: 'error',
                header: t('health.error'),
                render: ({ error }) => error && `${error.code}: ${error.message}`,
              },
            ]}
          />
        )}
      </QueryView>
    </div>
  );
}
