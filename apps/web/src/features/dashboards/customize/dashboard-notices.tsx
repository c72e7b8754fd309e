import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { DraftNotices } from '#ui/draft-notices.tsx';
import type { DashboardDraft } from './use-dashboard-draft.ts';

const MergeDialog = lazy(() => import('./merge-dialog.tsx'));

type DashboardNoticesProps = {
  draft: DashboardDraft;
  /** As it is saved now. */
  dashboard: Dashboard;
  save: { error: unknown; reset: () => void };
};

/** How a dashboard that is being arranged stands to the one that is saved. */
export function DashboardNotices({ draft, dashboard, save }: DashboardNoticesProps) {
  const { t } = useTranslation('dashboards');
  const [isComparing, setIsComparing] = useState(false);
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
        onDiscard={() => {
          draft.settle(dashboard);
          save.reset();
        }}
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
