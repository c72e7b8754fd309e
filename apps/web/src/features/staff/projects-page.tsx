import { staffRoutes, type StaffProject } from '@causeway/contract/staff.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { useSearchField } from './search-field.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

export default function ProjectsPage() {
  const { t } = useTranslation('staff');
  const { search, field } = useSearchField(t('projects.search'));
  const projects = useQuery({
    queryKey: ['staff', 'projects', search],
    queryFn: ({ signal }) => api.call(staffRoutes.projects, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffFrame>
      {field}
      <QueryView
        query={projects}
        skeleton={<SkeletonTable rows={6} columns={5} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.nothing}>{t('projects.nothing')}</p>}
      >
        {({ items }) => <ProjectTable projects={items} />}
      </QueryView>
    </StaffFrame>
  );
}

function ProjectTable({ projects }: { projects: StaffProject[] }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  return (
    <SimpleTable
      stacks
      label={t('projects.title')}
      rows={projects}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', header: t('projects.name'), wraps: true, render: ({ name }) => name },
        {
          key: 'owners',
          header: t('projects.owners'),
          render: ({ owners }) =>
            owners.map((owner, index) => (
              <span key={owner.id}>
                {index > 0 && ', '}
                <AppLink href={`/staff/users/${owner.id}`}>{owner.email}</AppLink>
              </span>
            )),
        },
        {
          key: 'state',
          header: t('users.state'),
          render: ({ eraseAt }) =>
            eraseAt ? (
              <StatusDot
                tone="changed"
                label={t('projects.resting', { date: formats.date(eraseAt) })}
              />
            ) : (
              <StatusDot tone="good" label={t('projects.live')} />
            ),
        },
        {
          key: 'members',
          header: t('projects.members'),
          isNumber: true,
          render: ({ members }) => formats.number(members),
        },
        {
          key: 'connectors',
          header: t('projects.connectors'),
          isNumber: true,
          render: ({ connectors }) => formats.number(connectors),
        },
        {
          key: 'workflows',
          header: t('projects.workflows'),
          isNumber: true,
          render: ({ workflows }) => formats.number(workflows),
        },
        {
          key: 'since',
          header: t('users.since'),
          render: ({ createdAt }) => formats.date(createdAt),
        },
        { key: 'id', header: t('account.id'), render: ({ id }) => <code>{id}</code> },
      ]}
    />
  );
}
