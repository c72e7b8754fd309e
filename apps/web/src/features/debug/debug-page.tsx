import { useQueryClient, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { isSignedIn } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { DataList } from '#ui/data-list.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import { DebugLayout, DebugSection } from './debug-layout.tsx';
import { JsonView } from './json-view.tsx';

/** NAV-6: the live state of session and settings. The token itself is never shown. */
export default function DebugPage() {
  const { t } = useTranslation('debug');
  const { settings } = useCurrentUser();
  return (
    <DebugLayout current="/debug" title={t('state.title')} line={t('state.line')}>
      <DebugSection title={t('state.session')}>
        <SessionFacts />
      </DebugSection>
      <DebugSection title={t('state.settings')}>
        <JsonView label={t('state.settings')} value={settings} />
      </DebugSection>
      <DebugSection title={t('state.cache')}>
        <CachedQueries />
      </DebugSection>
    </DebugLayout>
  );
}

function SessionFacts() {
  const { t, i18n } = useTranslation('debug');
  const formats = useFormats();
  const user = useCurrentUser();
  const { project, connector } = useCurrentProject();
  const yesOrNo = (fact: boolean) => t(fact ? 'yes' : 'no');
  return (
    <DataList
      items={[
        { label: t('state.user'), value: `${user.name} <${user.email}>` },
        { label: t('state.userId'), value: <code>{user.id}</code> },
        { label: t('state.verified'), value: yesOrNo(user.verified) },
        { label: t('state.staff'), value: yesOrNo(user.staff) },
        { label: t('state.impersonator'), value: user.impersonator?.name ?? t('none') },
        { label: t('state.since'), value: formats.dateTime(user.createdAt) },
        { label: t('state.token'), value: yesOrNo(isSignedIn()) },
        { label: t('state.project'), value: project?.name ?? t('none') },
        { label: t('state.connector'), value: connector?.name ?? t('none') },
        { label: t('state.language'), value: i18n.language },
        {
          label: t('state.timeZone'),
          value: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      ]}
    />
  );
}

const toneOf: Record<string, StatusTone> = { success: 'good', error: 'failed', pending: 'idle' };

function CachedQueries() {
  const { t } = useTranslation('debug');
  const formats = useFormats();
  const cache = useQueryClient().getQueryCache();
  useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().map(describe).join(),
  );
  return (
    <SimpleTable
      label={t('state.cache')}
      rows={cache.getAll()}
      rowKey={(query) => query.queryHash}
      columns={[
        {
          key: 'key',
          header: t('state.query'),
          render: (query) => <code>{query.queryHash}</code>,
        },
        {
          key: 'status',
          header: t('state.status'),
          render: ({ state }) => (
            <StatusDot tone={toneOf[state.status] ?? 'idle'} label={state.status} />
          ),
        },
        {
          key: 'updated',
          header: t('state.updated'),
          render: ({ state }) =>
            state.dataUpdatedAt ? formats.dateTime(new Date(state.dataUpdatedAt)) : '–',
        },
        {
          key: 'users',
          header: t('state.observers'),
          isNumber: true,
          render: (query) => query.getObserversCount(),
        },
      ]}
    />
  );
}

/** What the table shows of a query, so that it is drawn again when that changes. */
function describe(query: Query): string {
  return `${query.queryHash} ${query.state.dataUpdatedAt} ${query.state.status} ${query.getObserversCount()}`;
}
