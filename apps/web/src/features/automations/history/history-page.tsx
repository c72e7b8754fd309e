import {
  runStatuses,
  runTriggerKinds,
  type RunStatus,
  type RunTriggerKind,
} from '@causeway/contract/automations/run-shapes.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type RunFilter,
  workflowRunsQuery,
  workflowsQuery,
} from '#domain/workflows/workflows-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { NoProject } from '../no-project.tsx';
import classes from './history.module.css';
import { messagesWith } from './messages-with.ts';
import { RunTable } from '../run-table.tsx';

export default function HistoryPage() {
  const { t } = useTranslation('history');
  const { project } = useCurrentProject();
  if (project) return <Runs key={project.id} project={project} />;
  return <NoProject title={t('title')} />;
}

type Address = Partial<Record<'workflow' | 'status' | 'trigger' | 'since' | 'search', string>>;
const spans = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** Every run of a project; what is asked for is in the address, so that it can be sent on. */
function Runs({ project }: { project: Project }) {
  // The second has the sentences that runs record, which are searched through.
  const { t } = useTranslation(['history', 'automations']);
  const { dateTime } = useFormats();
  const openHref = useOpenHref();
  const here = useScopedHref()('/automations/history');
  const asked = readAddress(useSearch({ strict: false }));
  const [typed, setTyped] = useState(asked.search ?? '');
  const [opened] = useState(Date.now);
  const { data: workflows = [] } = useQuery(workflowsQuery(project.id));
  const span = spans[asked.since as keyof typeof spans];
  const filter: RunFilter = {
    workflowId: asked.workflow,
    status: asked.status as RunStatus | 'open' | undefined,
    triggerKind: asked.trigger as RunTriggerKind | undefined,
    from: span ? new Date(opened - span).toISOString() : undefined,
    search: asked.search?.trim() || undefined,
    messages: messagesWith(asked.search?.trim()),
  };
  const runs = useInfiniteQuery(workflowRunsQuery(project.id, filter));
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  // A search that took too long tells how far back it came.
  const searchedTo = runs.data?.pages.at(-1)?.searchedTo;

  function ask(change: Address) {
    const next = Object.entries({ ...asked, ...change }).filter(([, value]) => value);
    const query = next.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join('');
    openHref(here + query, { replace: true });
  }
  const askSoon = useDebouncedCallback((text: string) => ask({ search: text }), 300);
  function showAll() {
    askSoon.cancel();
    setTyped('');
    openHref(here, { replace: true });
  }

  const choice = (key: keyof Address, options: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={t(`filter.${key}`)}
      value={asked[key] ?? ''}
      data={[{ value: '', label: t(`filter.any.${key}`) }, ...options]}
      onChange={({ currentTarget: { value } }) => ask({ [key]: value })}
    />
  );

  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <div className={classes.filters}>
        {choice(
          'workflow',
          workflows.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {choice('status', [
          { value: 'open', label: t('filter.open') },
          ...runStatuses.map((value) => ({ value, label: t(`automations:status.${value}`) })),
        ])}
        {choice(
          'trigger',
          runTriggerKinds.map((value) => ({ value, label: t(`automations:runTrigger.${value}`) })),
        )}
        {choice(
          'since',
          Object.keys(spans).map((value) => ({ value, label: t(`filter.${value}`) })),
        )}
        <TextInput
          type="search"
          className={classes.search}
          leftSection={<Icon name="search" size={15} />}
          aria-label={t('filter.search')}
          placeholder={t('filter.search')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            askSoon(value);
          }}
        />
      </div>
      {runs.isPending && <SkeletonTable rows={10} columns={5} />}
      {runs.error && <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isSuccess &&
        items.length === 0 &&
        !searchedTo &&
        (Object.keys(asked).length === 0 ? (
          <EmptyState icon="history" title={t('empty')} line={t('emptyLine')} />
        ) : (
          <EmptyState
            icon="history"
            title={t('nothing')}
            line={t('nothingLine')}
            action={
              <Button variant="default" onClick={showAll}>
                {t('showAll')}
              </Button>
            }
          />
        ))}
      {items.length > 0 && <RunTable runs={items} label={t('title')} />}
      {runs.hasNextPage && (
        <div className={classes.more}>
          {searchedTo && (
            <output className={classes.hint}>
              {t(items.length === 0 ? 'nothingBackTo' : 'searchedTo', {
                time: dateTime(searchedTo),
              })}
            </output>
          )}
          <Button
            variant="default"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage()}
          >
            {t(searchedTo ? 'further' : 'older')}
          </Button>
        </div>
      )}
    </PageFrame>
  );
}

function readAddress(search: object): Address {
  const given = search as Record<string, unknown>;
  const keys = ['workflow', 'status', 'trigger', 'since', 'search'] as const;
  return Object.fromEntries(
    keys.flatMap((key) => (typeof given[key] === 'string' ? [[key, given[key]]] : [])),
  );
}
