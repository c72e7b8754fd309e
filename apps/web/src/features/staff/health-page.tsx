import { formatBytes } from '@causeway/contract/bytes.ts';
import { type Health, staffRoutes } from '@causeway/contract/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { DataList } from '#ui/data-list.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { FailedRuns } from './failed-runs.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

const EVERY_MS = 10_000;

/** TEAM-11: how the installation does now, over all its instances. */
export default function HealthPage() {
  const health = useQuery({
    queryKey: ['staff', 'health'],
    queryFn: ({ signal }) => api.call(staffRoutes.health, undefined, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <StaffFrame>
      <QueryView query={health}>
        {(now) => (
          <div className={classes.stack}>
            <Facts health={now} />
            <Work health={now} />
            <FailedRuns />
          </div>
        )}
      </QueryView>
    </StaffFrame>
  );
}

function Facts({ health }: { health: Health }) {
  const { t, i18n } = useTranslation('staff');
  const formats = useFormats();
  const { people } = health;
  return (
    <DataList
      items={[
        {
          label: t('health.processes'),
          value: health.processes
            .map(({ startedAt }) => t('health.since', { date: formats.dateTime(startedAt) }))
            .join(', '),
        },
        {
          label: t('health.database'),
          value: t('health.postgres', {
            version: health.databaseVersion,
            size: formatBytes(health.databaseBytes, i18n.language),
          }),
        },
        { label: 'Node', value: health.node },
        {
          label: t('health.mail'),
          value: (
            <StatusDot
              tone={health.mail === 'smtp' ? 'good' : 'changed'}
              label={t(`health.${health.mail}`)}
            />
          ),
        },
        {
          label: t('health.people'),
          value: t('health.counts', {
            accounts: formats.number(people['accounts'] ?? 0),
            active: formats.number(people['active'] ?? 0),
            projects: formats.number(people['projects'] ?? 0),
          }),
        },
      ]}
    />
  );
}

function Work({ health }: { health: Health }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const number = (key: string, header: string) => ({
    key,
    header,
    isNumber: true,
    render: (row: Record<string, unknown>) => formats.number(Number(row[key])),
  });
  const name = { key: 'name', header: t('health.kind') };
  return (
    <div className={classes.tables}>
      <div>
        <h2 className={classes.heading}>{t('health.runs')}</h2>
        {health.runs.length === 0 ? (
          <p className={classes.nothing}>{t('health.idle')}</p>
        ) : (
          <SimpleTable
            label={t('health.runs')}
            rows={health.runs}
            rowKey={({ kind }) => kind}
            columns={[
              { ...name, render: ({ kind }) => kind },
              number('queued', t('health.waiting')),
              number('running', t('health.running')),
              number('failed', t('health.failed')),
            ]}
          />
        )}
      </div>
      <div>
        <h2 className={classes.heading}>{t('health.jobs')}</h2>
        {health.jobs.length === 0 ? (
          <p className={classes.nothing}>{t('health.idle')}</p>
        ) : (
          <SimpleTable
            label={t('health.jobs')}
            rows={health.jobs}
            rowKey={(row) => row.name}
            columns={[
              { ...name, render: (row) => row.name },
              number('waiting', t('health.waiting')),
              number('running', t('health.running')),
              number('failed', t('health.failed')),
            ]}
          />
        )}
      </div>
      <div>
        <h2 className={classes.heading}>{t('health.followers')}</h2>
        <SimpleTable
          label={t('health.followers')}
          rows={health.followers}
          rowKey={(row) => row.name}
          columns={[
            { ...name, render: (row) => row.name },
            number('behind', t('health.behind')),
            number('failures', t('health.failures')),
          ]}
        />
      </div>
    </div>
  );
}
