import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { dashboardVersionRoutes } from '@causeway/contract/dashboards/versions.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { DraftNotices, Notice } from '#ui/draft-notices.tsx';
import type { DashboardDraft } from './use-dashboard-draft.ts';

const MergeDialog = lazy(() => import('./merge-dialog.tsx'));

type DashboardNoticesProps = {
  project: Project;
  draft: DashboardDraft;
  /** As it is saved now. */
  dashboard: Dashboard;
  save: { error: unknown; reset: () => void };
};

/** How a dashboard that is being arranged stands to the one that is saved. */
export function DashboardNotices({ project, draft, dashboard, save }: DashboardNoticesProps) {
  const { t } = useTranslation('dashboards');
  const [isComparing, setIsComparing] = useState(false);

  /** Not wanted any more, here and on the server. */
  async function discard() {
    const params = { projectId: project.id, dashboardId: dashboard.id };
    await draft.rest();
    await api.call(dashboardVersionRoutes.discardDraft, { params });
    draft.settle(dashboard);
    save.reset();
  }

  if (draft.keepState === 'elsewhere') {
    return (
      <Notice icon="warning" tone="warning" text={t('elsewhere')}>
        <Button size="compact-sm" onClick={() => location.reload()}>
          {t('loadElsewhere')}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      <DraftNotices
        isOutdated={draft.isOutdated}
        isConflict={isErrorBody(save.error) && save.error.code === 'E_VERSION_CONFLICT'}
        isRestored={draft.isRestored}
        error={save.error ? errorText(save.error) : undefined}
        texts={{
          conflict: t('conflict'),
          keepMine: t('keepMine'),
          takeTheirs: t('takeTheirs'),
          restored: t('restored'),
          discard: t('discard'),
        }}
        onKeepMine={() => {
          draft.keepMine();
          save.reset();
        }}
        compare={
          draft.isOutdated
            ? { text: t('compare'), onCompare: () => setIsComparing(true) }
            : undefined
        }
        onDiscard={() => void discard().catch(notifyError)}
      />
      {isComparing && draft.isOutdated && (
        <Suspense fallback={null}>
          <MergeDialog
            draft={draft}
            dashboard={dashboard}
            onMerge={(choices) => {
              draft.merge(choices);
              save.reset();
              setIsComparing(false);
            }}
            onClose={() => setIsComparing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
