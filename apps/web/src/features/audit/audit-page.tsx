import { can } from '@causeway/contract/access.ts';
import { type AuditFilter, auditRoutes } from '@causeway/contract/audit.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { api } from '#platform/api/api.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery, readFilter } from './audit-query.ts';
import { EntryTable } from './entry-table.tsx';

export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { project } = useCurrentProject();
  if (project && can(project.role, 'audit.read')) return <Log key={project.id} project={project} />;
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <SettingsTabs />
      <EmptyState icon="lock" title={t('notYours.title')} line={t('notYours.line')} />
    </PageFrame>
  );
}

function Log({ project }: { project: Project }) {
  const { t } = useTranslation('audit');
  const openHref = useOpenHref();
  const here = useScopedHref()('/settings/audit');
  const filter = readFilter(useSearch({ strict: false }));
  const show = (next: AuditFilter) => {
    const more = new URLSearchParams(Object.entries(next));
    openHref(more.size > 0 ? `${here}&${more}` : here, { replace: true });
  };
  const save = useMutation({
    mutationFn: () =>
      api.file(auditRoutes.export, { params: { projectId: project.id }, query: filter }),
    onSuccess: (file) => saveBlob(file, t('export.fileName', { project: project.name })),
    onError: notifyError,
  });
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export.action')}
          </Button>
        }
      />
      <SettingsTabs />
      <AuditFilters project={project} filter={filter} onChange={show} />
      <Entries project={project} filter={filter} onChange={show} />
    </PageFrame>
  );
}

type EntriesProps = {
  project: Project;
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
};

function Entries({ project, filter, onChange }: EntriesProps) {
  const { t } = useTranslation('audit');
  const log = useInfiniteQuery(auditQuery(project.id, filter));
  if (log.isPending) return <SkeletonTable rows={8} columns={4} />;
  if (log.isError) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  const entries = log.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <EmptyState
        icon="history"
        title={t(isFiltered ? 'none.filtered' : 'none.title')}
        line={t(isFiltered ? 'none.filteredLine' : 'none.line')}
      />
    );
  }
  return (
    <>
      <EntryTable
        zone={project.settings.timeZone}
        entries={entries}
        filter={filter}
        onChange={onChange}
      />
      {log.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
